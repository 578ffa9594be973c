import type { JsonObject, KubeObject } from "../../core/json.js";
import type { Asked, Said } from "../../rules/learn/evidence/asked.js";
import {
  contentOf,
  contentOfAny,
  differingPaths,
  differingSteps,
  masked,
  sameOwnership,
} from "../../rules/learn/evidence/content.js";
import { same } from "../../rules/learn/evidence/same.js";
import { pathTo, type Steps } from "../../rules/learn/evidence/steps.js";
import type { Variant } from "../../rules/learn/evidence/variants.js";
import { EnsureError } from "../ensure/ensure-error.js";
import { metadataOf } from "../port/object.js";
import type { ObjectRef } from "../port/port.js";
import type { Asker } from "./asker.js";
import type { Asking } from "./asking.js";
import { sent } from "./sent.js";
import type { Writing } from "./writing.js";

/** Asks about an object that is not there: what creating desired would leave, and creating a variant in its place. */
export class Creations implements Asker {
  readonly basis = "create";

  private constructor(
    private readonly asking: Asking,
    private readonly ref: ObjectRef,
    private readonly writing: Writing,
    private readonly desired: JsonObject,
    /** As it would be created. */
    readonly live: JsonObject,
    /** What the server makes up for each object anew. */
    private readonly generated: readonly Steps[],
  ) {}

  get unstable(): readonly string[] {
    return this.generated.map((steps) => pathTo(this.live, steps));
  }

  /** @throws EnsureError where the server refuses desired itself */
  static async start(
    asking: Asking,
    ref: ObjectRef,
    writing: Writing,
    desired: JsonObject,
  ): Promise<Creations> {
    const create = async (): Promise<JsonObject> => {
      const made = await sent(asking, ref, writing.plain.create(desired));
      if (made instanceof EnsureError) throw made;
      return made;
    };
    const [first, second] = [await create(), await create()];
    const generated = differingSteps(contentOfAny(first), contentOfAny(second));
    return new Creations(asking, ref, writing, desired, first, generated);
  }

  async ask({ edit, path, object }: Variant): Promise<Asked | undefined> {
    const { live, desired } = this;
    const request = this.writing.plain.createAfter(object, desired, metadataOf(live).managedFields);
    const after = await sent(this.asking, this.ref, request);
    if (after instanceof EnsureError) return undefined;
    const said = this.said(after, request.verb === "apply");
    if (said.type === "changes" && this.isKept(object)) return undefined;
    return { edit, path, desired: object, live, answer: said.type === "changes" ? after : live, said };
  }

  /** An update would keep what was there: that a new object has nothing there says nothing. */
  private isKept(desired: JsonObject): boolean {
    const decision = this.writing.exact.explain(desired as KubeObject, this.live as KubeObject);
    return decision.verdict !== "write" && decision.passed.some(({ by }) => by.code === "kept-from-live");
  }

  private said(after: JsonObject, owns: boolean): Said {
    const [before, then] = [this.comparable(this.live), this.comparable(after)];
    if (!same(before, then))
      return { type: "changes", paths: differingPaths(before, then), onlyOrder: false };
    return { type: owns && !sameOwnership(this.live, after) ? "changes-owners" : "changes-nothing" };
  }

  private comparable(object: JsonObject): JsonObject {
    const { status: _, ...stated } = masked(contentOf(contentOfAny(object)), this.generated);
    return stated;
  }
}
