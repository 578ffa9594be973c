import { hash } from "node:crypto";
import type { JsonObject } from "../../core/json.js";
import type { CompareVersions } from "../churn/compare.js";
import type { CountedEffect, Step } from "../churn/effect.js";
import { type Making, makingOf } from "../churn/making.js";
import { Fields } from "./fields.js";
import { type Known, Memory, type Pending } from "./memory.js";
import type { Request, Target } from "./request.js";
import { NONE } from "./scan.js";
import { numberAt, type Span, textAt } from "./text.js";

/** What a write that succeeded was. */
export interface Judged {
  readonly effect: CountedEffect;
  /** A no-op: the object has the version that it had. The effect is `nothing`. */
  readonly isIdle?: true;
  /** How its version differs from the one before, where both are known. */
  readonly step?: Step;
  /** With a step: how its sender writes the object. */
  readonly making?: Making;
  /** The same request as the one before it on this object, from the same sender; the log does not have the answer. */
  readonly isRepeat?: true;
  /** Of an object that the request does not name. */
  readonly name?: string;
  /** As the answer says it. */
  readonly kind?: string;
}

/** What an object in the log says of itself. */
interface Head {
  readonly version: string;
  readonly generation: number | undefined;
  readonly name: string | undefined;
  readonly kind: string | undefined;
  readonly apiVersion: string | undefined;
  /** It is being deleted, and nothing holds it any more: a write may have ended it. */
  readonly isEnding: boolean;
}

const IDLE: Judged = { effect: "nothing", isIdle: true };

/** Says what writes did, from what the answers before told of their objects. */
export class Judge {
  readonly #memory: Memory;
  readonly #compare: CompareVersions;
  readonly #object = new Fields(["kind", "apiVersion", "metadata"]);
  readonly #metadata = new Fields([
    "resourceVersion",
    "generation",
    "name",
    "deletionTimestamp",
    "finalizers",
  ]);

  constructor(compare: CompareVersions, bytes: number) {
    this.#compare = compare;
    this.#memory = new Memory(bytes);
  }

  /** Objects that had to be forgotten. */
  get forgotten(): number {
    return this.#memory.forgotten;
  }

  /** Judges a write that succeeded. `source` is the log that it stands in. */
  judge(request: Request, source: number): Judged {
    const { doing, target } = request;
    const head = this.#head(request.bytes, request.answer);
    const name = head?.name;
    const key = keyOf(target, target.name || name || "");
    if (doing === "delete") {
      this.#memory.forget(key);
      return { effect: "delete" };
    }
    const judged: Judged =
      doing === "create" || request.code === 201
        ? { effect: "create" }
        : this.#update(request, head, key, source);
    if (head !== undefined) this.#remember(request, head, key, source);
    const kind = head?.kind;
    return { ...judged, ...(name !== undefined && { name }), ...(kind !== undefined && { kind }) };
  }

  /**
   * A PUT succeeded over a version: so a PUT over the same version that was answered before this one came in had left the object as
   * it was. Books that one.
   */
  confirm({ isPut, over, target, received }: Request, source: number): void {
    if (!isPut || over === "") return;
    const known = this.#memory.of(keyOf(target, target.name));
    const pending = known?.pending;
    if (known === undefined || pending === undefined) return;
    known.pending = undefined;
    const { answered } = pending;
    pending.book(pending.source === source && pending.over === over && isAfter(received, answered));
  }

  /** Keeps a PUT, of which it is not known what became of it, until the next tells. */
  await({ over, target, answered }: Request, source: number, book: Pending["book"]): void {
    if (answered === undefined) book(false);
    else this.#memory.at(keyOf(target, target.name)).pending = { over, answered, source, book };
  }

  /** Nothing more comes. */
  settle(): void {
    this.#memory.settle();
  }

  #update(request: Request, head: Head | undefined, key: string, source: number): Judged {
    if (head === undefined) return this.#unanswered(request, key);
    if (head.isEnding || head.version === "") return { effect: "unknown" };
    const over = request.isPut ? request.over : "";
    if (over === head.version) return IDLE;
    const known = this.#memory.of(key);
    if (known === undefined || known.source !== source || !isAfter(request.received, known.answered)) {
      return { effect: "unknown" };
    }
    if (known.version === head.version) return IDLE;
    return this.#moved(request, head, known, over === known.version);
  }

  /** @param isNext nobody wrote between: the request says that it was made over the version that is known */
  #moved(request: Request, head: Head, known: Known, isNext: boolean): Judged {
    const { body } = known;
    if (body === undefined || head.kind === "Scale") return { effect: "unknown" };
    const before = parsed(body, { start: 0, end: body.length });
    const after = parsed(request.bytes, request.answer);
    if (before?.apiVersion !== after?.apiVersion || before === undefined || after === undefined) {
      return { effect: "unknown" };
    }
    const step = this.#compare(before, after);
    return isNext || this.#isOurs(step, request, before, after)
      ? { effect: step.effect, step, making: makingOf(after, request.manager) }
      : { effect: "unknown" };
  }

  /**
   * Was it this request that made the one version of the other? Somebody whose requests are not in the log may have written between:
   * managedFields tell, or a generation that moved by one.
   */
  #isOurs(step: Step, { manager }: Request, before: JsonObject, after: JsonObject): boolean {
    const [named] = step.managers;
    if (named !== undefined) return named === manager;
    return generationOf(after) === generationOf(before) + 1;
  }

  #unanswered({ bytes, body, manager, userAgent, target }: Request, key: string): Judged {
    if (body.start === NONE) return { effect: "unknown" };
    const known = this.#memory.at(key);
    const digest = hash("sha256", bytes.subarray(body.start, body.end), "base64");
    const same = JSON.stringify([manager, userAgent, target.subresource, digest]);
    const isRepeat = known.request === same;
    known.request = same;
    return isRepeat ? { effect: "unknown", isRepeat } : { effect: "unknown" };
  }

  #remember({ bytes, answer, answered }: Request, head: Head, key: string, source: number): void {
    if (answered === undefined || head.version === "") return;
    const known = this.#memory.at(key);
    // Answers need not stand in the order in which they were given.
    if (known.source === source && answered < known.answered) return;
    const isSame = known.version === head.version && known.body !== undefined;
    known.version = head.version;
    known.answered = answered;
    known.source = source;
    if (head.kind !== "Scale" && !isSame) this.#memory.keep(known, bytes.subarray(answer.start, answer.end));
    else if (!isSame) this.#memory.keep(known, undefined);
  }

  /** undefined where there is no object, or a Status. */
  #head(bytes: Buffer, span: Span): Head | undefined {
    if (this.#object.read(bytes, span.start) === NONE) return undefined;
    const { at } = this.#object;
    const kind = textAt(bytes, at.kind);
    if (kind === "Status" || this.#metadata.read(bytes, at.metadata.start) === NONE) return undefined;
    const { resourceVersion, generation, name, deletionTimestamp, finalizers } = this.#metadata.at;
    return {
      kind,
      apiVersion: textAt(bytes, at.apiVersion),
      version: textAt(bytes, resourceVersion) ?? "",
      generation: numberAt(bytes, generation),
      name: textAt(bytes, name),
      isEnding: deletionTimestamp.start !== NONE && finalizers.start === NONE,
    };
  }
}

/** The same for every version of a kind, and for its subresources. */
function keyOf({ group, resource, namespace }: Target, name: string): string {
  return `${group}/${resource}/${namespace}/${name}`;
}

function isAfter(received: number | undefined, answered: number): boolean {
  return received !== undefined && received >= answered;
}

function parsed(bytes: Buffer, { start, end }: Span): JsonObject | undefined {
  const value: unknown = JSON.parse(bytes.toString("utf8", start, end));
  return typeof value === "object" && value !== null ? (value as JsonObject) : undefined;
}

function generationOf({ metadata }: JsonObject): number {
  const generation = (metadata as JsonObject | undefined)?.generation;
  return typeof generation === "number" ? generation : Number.NaN;
}
