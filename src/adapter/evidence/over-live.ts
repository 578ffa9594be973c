import type { JsonObject } from "../../core/json.js";
import type { Asked, Said } from "../../rules/learn/evidence/asked.js";
import {
  contentOf,
  differingPaths,
  differingSteps,
  masked,
  sameOwnership,
} from "../../rules/learn/evidence/content.js";
import { same } from "../../rules/learn/evidence/same.js";
import { pathTo, type Steps } from "../../rules/learn/evidence/steps.js";
import type { Variant } from "../../rules/learn/evidence/variants.js";
import type { ObjectRef } from "../port/port.js";
import type { Asker } from "./asker.js";
import type { Asking } from "./asking.js";
import { type OverAnswer, sentOver } from "./sent.js";
import type { Request, Writer } from "./writers.js";
import type { Writing } from "./writing.js";

/** Asks about writes over an object that is there. */
export class OverLive implements Asker {
  readonly basis = "write";
  /** Where two answers to the same write differ. */
  private changing: readonly Steps[] = [];

  private constructor(
    private readonly asking: Asking,
    private readonly ref: ObjectRef,
    private readonly writing: Writing,
    private writer: Writer,
    public live: JsonObject,
  ) {}

  /** @throws EnsureError where the server refuses desired itself, in every way */
  static async start(
    asking: Asking,
    ref: ObjectRef,
    writing: Writing,
    desired: JsonObject,
    live: JsonObject,
  ): Promise<OverLive> {
    const asker = new OverLive(asking, ref, writing, writing.plain, live);
    const write = () => asker.send((writer, there) => writer.over(desired, there));
    const plain = await write();
    if (plain.type === "refused") asker.writer = writing.keeping;
    const first = plain.type === "refused" ? await write() : plain;
    if (first.type === "refused") throw plain.type === "refused" ? plain.error : first.error;
    const again = await write();
    if (again.type === "accepted" && again.live === first.live)
      asker.changing = differingSteps(contentOf(first.object), contentOf(again.object));
    return asker;
  }

  get unstable(): readonly string[] {
    return this.changing.map((steps) => pathTo(this.live, steps));
  }

  async ask({ edit, path, object }: Variant): Promise<Asked | undefined> {
    const answer = await this.send((writer, there) => writer.over(object, there));
    if (answer.type === "refused") return undefined;
    const { live, object: after } = answer;
    const said = await this.said(object, live, after);
    return { edit, path, desired: object, live, answer: said.type === "changes" ? after : live, said };
  }

  private async said(desired: JsonObject, live: JsonObject, after: JsonObject): Promise<Said> {
    const [before, then] = [this.comparable(live), this.comparable(after)];
    if (same(before, then))
      return { type: this.owns && !sameOwnership(live, after) ? "changes-owners" : "changes-nothing" };
    const paths = differingPaths(before, then);
    return { type: "changes", paths, onlyOrder: await this.isOnlyOrder(desired, live) };
  }

  /** Only an apply owns what it states. */
  private get owns(): boolean {
    return this.writing.exact.mode === "apply";
  }

  /** A gate sends sets in live's order: what its own payload would leave as it is differs in no more than that. */
  private async isOnlyOrder(desired: JsonObject, live: JsonObject): Promise<boolean> {
    const decision = this.writing.exact.explain(desired as object, live as object);
    if (decision.verdict !== "skip" || !decision.passed.some(({ by }) => by.code === "set-order"))
      return false;
    const answer = await this.send((_, there) => this.writing.keeping.over(desired, there));
    return answer.type === "accepted" && same(this.comparable(answer.object), this.comparable(answer.live));
  }

  private comparable(object: JsonObject): JsonObject {
    return masked(contentOf(object), this.changing);
  }

  /** Sends over live as it then is. */
  private async send(make: (writer: Writer, live: JsonObject) => Request): Promise<OverAnswer> {
    const { live: before } = this;
    const answer = await sentOver(this.asking, this.ref, before, (live) => make(this.writer, live));
    // Another request may have read a later one meanwhile.
    if (answer.live !== before) this.live = answer.live;
    return answer;
  }
}
