import { hash } from "node:crypto";
import type { JsonObject } from "../../core/json.js";
import type { CompareVersions } from "../churn/compare.js";
import type { CountedEffect, Step } from "../churn/effect.js";
import { type Making, makingOf } from "../churn/making.js";
import { entriesOf } from "../port/managed-fields.js";
import { metadataOf } from "../port/object.js";
import { type Head, HeadReader } from "./head.js";
import type { Kinds } from "./kinds.js";
import { type Known, Memory } from "./memory.js";
import type { Request, Target } from "./request.js";
import { NONE } from "./scan.js";

/** What a write that succeeded was. */
export interface Judged {
  readonly effect: CountedEffect;
  /** A no-op: the object has the version that it had. The effect is `nothing`. */
  readonly isIdle?: true;
  /** How its version differs from the one before, where both are known. */
  readonly step?: Step;
  /** With a step: the version moved for nothing, for managedFields alone, or for another spelling. */
  readonly isMove?: boolean;
  /** With a step: how its sender writes the object. */
  readonly making?: Making;
  /** The same request as the one before it on this object, from the same sender; the log does not have the answer. */
  readonly isRepeat?: true;
  /** Name and kind, as the answer says them. */
  readonly head?: Head;
}

const IDLE: Judged = { effect: "nothing", isIdle: true };
const UNKNOWN: Judged = { effect: "unknown" };
const CREATED: Judged = { effect: "create" };
const DELETED: Judged = { effect: "delete" };

/** Makes what books a write once it is known whether it left the object as it was. */
export type Booking = (request: Request, judged: Judged) => (isIdle: boolean) => void;

/** Says what writes did, from what the answers before told of their objects. */
export class Judge {
  readonly #memory: Memory;
  readonly #compare: CompareVersions;
  readonly #heads = new HeadReader();
  readonly #kinds: Kinds;
  readonly #booking: Booking;

  constructor(compare: CompareVersions, kinds: Kinds, bytes: number, booking: Booking) {
    this.#kinds = kinds;
    this.#compare = compare;
    this.#memory = new Memory(bytes);
    this.#booking = booking;
  }

  /** Objects that had to be forgotten. */
  get forgotten(): number {
    return this.#memory.forgotten;
  }

  /**
   * Judges a write that succeeded, and books it: at once, or with the object's next one where that may tell more. `source` is the log that it
   * stands in.
   */
  take(request: Request, source: number): void {
    const { doing, target, code } = request;
    const head = request.isTruncated ? undefined : this.#heads.read(request.bytes, request.answer);
    const key = keyOf(target, target.name || head?.name || "");
    if (doing === "delete") {
      this.#memory.forget(key);
      this.#booking(request, DELETED)(false);
      return;
    }
    let known = this.#memory.of(key);
    if (known !== undefined) this.#confirm(known, request, source);
    const isCreated = doing === "create" || code === 201;
    const judged = isCreated ? CREATED : this.#update(request, head, known, source);
    const isBlind = head === undefined && request.body.start !== NONE;
    const isAwaited = judged === UNKNOWN && isConfirmable(request);
    if (isBlind || isAwaited || head !== undefined) known ??= this.#memory.add(key);
    const isRepeat = isBlind && known !== undefined && this.#isRepeated(request, known);
    const book = this.#booking(request, {
      ...judged,
      ...(isRepeat && judged === UNKNOWN && { isRepeat: true }),
      ...(head !== undefined && { head }),
    });
    if (isAwaited && known !== undefined) {
      const pending = { over: request.over, answered: request.answered ?? 0, source, book };
      this.#memory.wait(known, pending);
    } else book(judged.isIdle ?? false);
    if (known === undefined) return;
    if (known.source !== -1 && known.source !== source) known.isShared = true;
    if (head === undefined || head.version === "") known.isOvertaken = true;
    else this.#remember(request, head, known, source);
  }

  /** Requests of other sorts may write the object too: a binding, an eviction. */
  overtake(target: Target): void {
    const known = this.#memory.of(keyOf(target, target.name));
    if (known !== undefined) known.isOvertaken = true;
  }

  /** Nothing more comes. */
  settle(): void {
    this.#memory.settle();
  }

  #update(request: Request, head: Head | undefined, known: Known | undefined, source: number): Judged {
    if (head === undefined || head.isEnding || head.version === "") return UNKNOWN;
    const over = request.isPut ? request.over : "";
    if (over === head.version) return IDLE;
    if (known === undefined || known.source !== source || !isAfter(request.received, known.answered)) {
      return UNKNOWN;
    }
    // An update that states another version has moved it: the answers are not in their order.
    if (known.version === head.version) return over === "" ? IDLE : UNKNOWN;
    return this.#moved(request, head, known, over === known.version);
  }

  /** @param isNext nobody wrote between: the request says that it was made over the version that is known */
  #moved(request: Request, head: Head, known: Known, isNext: boolean): Judged {
    if (known.body.isEmpty || head.isPart || (known.isOvertaken && !isNext)) return UNKNOWN;
    const before = JSON.parse(known.body.text()) as JsonObject;
    const { start, end } = request.answer;
    const after = JSON.parse(request.bytes.toString("utf8", start, end)) as JsonObject;
    // Where it moved by more, somebody else has written between.
    const generations = generationOf(after) - generationOf(before);
    if (!isSameObject(before, after) || (generations !== 0 && generations !== 1)) return UNKNOWN;
    const step = this.#compare(before, after, this.#kinds.isSensitive(request.target));
    if (!isNext) {
      if (hasOthers(before, after, request.manager)) return UNKNOWN;
      if (generations === 0 && (known.isShared || !isSurelyOurs(step, request))) return UNKNOWN;
    }
    return {
      effect: step.effect,
      step,
      isMove: isForNothing(step),
      making: makingOf(after, request.manager),
    };
  }

  #isRepeated({ bytes, body, manager, userAgent, target }: Request, known: Known): boolean {
    const digest = hash("sha256", bytes.subarray(body.start, body.end), "base64");
    const same = hash("sha256", JSON.stringify([manager, userAgent, target.subresource, digest]), "base64");
    const isRepeat = known.request === same;
    known.request = same;
    return isRepeat;
  }

  #remember(request: Request, head: Head, known: Known, source: number): void {
    const { bytes, answer, answered } = request;
    if (answered === undefined || head.version === "") return;
    // Answers need not stand in the order in which they were given.
    if (known.source === source && answered < known.answered) return;
    const isKept = known.version === head.version && !known.body.isEmpty;
    known.version = head.version;
    known.answered = answered;
    known.source = source;
    known.isOvertaken = false;
    if (isKept) return;
    if (head.isPart) known.body.clear();
    else this.#memory.keep(known, bytes, answer.start, answer.end);
  }

  /**
   * A PUT succeeded over a version: so a PUT over the same version that was answered before this one came in had left the object as it was.
   * Books that one.
   */
  #confirm(known: Known, { isPut, over, received }: Request, source: number): void {
    const { pending } = known;
    if (pending === undefined || !isPut || over === "") return;
    this.#memory.wait(known, undefined);
    const { answered } = pending;
    pending.book(pending.source === source && pending.over === over && isAfter(received, answered));
  }
}

/** May the next PUT tell what became of it? */
function isConfirmable({ isPut, over, answered }: Request): boolean {
  return isPut && over !== "" && answered !== undefined;
}

/** Of another kind, version or uid, it cannot be compared. */
function isSameObject(before: JsonObject, after: JsonObject): boolean {
  return (
    before.apiVersion === after.apiVersion &&
    before.kind === after.kind &&
    metadataOf(before).uid === metadataOf(after).uid
  );
}

/** Has somebody else an entry in managedFields that is new, or has another time? Then that one has written between. */
function hasOthers(before: JsonObject, after: JsonObject, manager: string): boolean {
  const earlier = entriesOf(before);
  return entriesOf(after).some(
    (entry) =>
      entry.manager !== manager && !earlier.some((each) => ENTRY.every((name) => each[name] === entry[name])),
  );
}

const ENTRY = ["manager", "operation", "subresource", "time"] as const;

/**
 * Did this request alone make the one version of the other, where the generation does not tell? managedFields name it, and something was put:
 * a server stores nothing of a request that changes nothing, so that where no more than the time of its entry moved, somebody whose requests
 * are not in the log has taken something away before.
 */
function isSurelyOurs({ managers, effect }: Step, { manager }: Request): boolean {
  return managers[0] === manager && effect !== "nothing" && effect !== "managed-fields";
}

/** What a finding accuses of: the same as in ObjectCount. */
function isForNothing({ effect }: Step): boolean {
  return effect === "nothing" || effect === "managed-fields" || effect === "respelling";
}

/** The same for every version of a kind, and for its subresources. */
function keyOf({ group, resource, namespace }: Target, name: string): string {
  return `${group}/${resource}/${namespace}/${name}`;
}

function isAfter(received: number | undefined, answered: number): boolean {
  return received !== undefined && received >= answered;
}

/** 0 where it has none. */
function generationOf(object: JsonObject): number {
  const { generation } = metadataOf(object);
  return typeof generation === "number" ? generation : 0;
}
