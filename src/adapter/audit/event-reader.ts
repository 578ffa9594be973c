import { Fields } from "./fields.js";
import { managerOf } from "./manager.js";
import { copied, cutOff, nameAt } from "./name.js";
import { type Doing, LEVELS, type Level, type Request, type Target } from "./request.js";
import { eachItem, NONE, skipBlanks, skipValue } from "./scan.js";
import { Seen } from "./seen.js";
import { numberAt, type Span, spells, textAt } from "./span.js";
import { microsAt } from "./time.js";

/** Why a line is none that can be counted. */
export type BadLine =
  /** It is no JSON. */
  | "not-json"
  /** It is no audit event. */
  | "no-event"
  /** It is a list of which some items are none; the others were counted. */
  | "bad-item"
  | "too-long";

/** Told what a line holds. */
export interface EventSink {
  /** An event of a stage before the answer, or one that was told of before. */
  skipped(): void;
  /** A request that only reads. */
  read(level: Level, answered: number | undefined): void;
  /** Any other; it holds until this returns. */
  request(request: Request): void;
}

/** In the order in which the server writes them; some only so that the next is found at once. */
const EVENT = [
  "kind",
  "apiVersion",
  "level",
  "auditID",
  "stage",
  "requestURI",
  "verb",
  "user",
  "sourceIPs",
  "userAgent",
  "objectRef",
  "responseStatus",
  "requestObject",
  "responseObject",
  "requestReceivedTimestamp",
  "stageTimestamp",
  "annotations",
  "items",
] as const;

const REFERENCE = [
  "resource",
  "namespace",
  "name",
  "uid",
  "apiGroup",
  "apiVersion",
  "resourceVersion",
  "subresource",
] as const;

/**
 * Reads audit events (audit.k8s.io Event and EventList) from bytes. Every byte is checked to be JSON; only what is
 * needed becomes a string.
 */
export class EventReader {
  readonly #event = new Fields(EVENT);
  readonly #reference = new Fields(REFERENCE);
  readonly #status = new Fields(["code"]);
  readonly #options = new Fields(["dryRun"]);
  readonly #notes = new Fields(["audit.k8s.io/truncated"]);
  readonly #seen = new Seen();
  readonly #sink: EventSink;

  constructor(sink: EventSink) {
    this.#sink = sink;
  }

  /** Reads a line, which a line feed follows. @returns what is wrong with it */
  line(bytes: Buffer, start: number, end: number): BadLine | undefined {
    const after = this.#event.read(bytes, start);
    if (after === NONE || skipBlanks(bytes, after) !== end) {
      return isJson(bytes, start, end) ? "no-event" : "not-json";
    }
    const { kind, apiVersion, items } = this.#event.at;
    if (!isText(bytes, apiVersion, "audit.k8s.io/v1")) {
      if (!textAt(bytes, apiVersion)?.startsWith("audit.k8s.io/")) return "no-event";
    }
    if (isText(bytes, kind, "Event")) return this.#one(bytes);
    return isText(bytes, kind, "EventList") ? this.#list(bytes, { ...items }) : "no-event";
  }

  #list(bytes: Buffer, items: Span): BadLine | undefined {
    let bad: BadLine | undefined;
    const end = eachItem(bytes, items.start, (start) => {
      if (this.#event.read(bytes, start) === NONE || this.#one(bytes) !== undefined) bad = "bad-item";
    });
    return end === NONE ? "no-event" : bad;
  }

  /** The event whose fields were read. */
  #one(bytes: Buffer): BadLine | undefined {
    const { level: levelAt, stage, verb, stageTimestamp } = this.#event.at;
    const level = LEVELS.find((each) => isText(bytes, levelAt, each));
    if (level === undefined || stage.start === NONE || verb.start === NONE) return "no-event";
    const isAnswered = isText(bytes, stage, "ResponseComplete");
    if ((!isAnswered && !isText(bytes, stage, "Panic")) || this.#isSeen(bytes, isAnswered)) {
      this.#sink.skipped();
      return undefined;
    }
    if (READS.some((each) => isText(bytes, verb, each))) {
      this.#sink.read(level, microsAt(bytes, stageTimestamp));
      return undefined;
    }
    this.#sink.request(this.#request(bytes, level, isAnswered));
    return undefined;
  }

  /** A webhook's batch is sent again where it was not answered in time, and a log may be read beside its copy. */
  #isSeen(bytes: Buffer, isAnswered: boolean): boolean {
    const { auditID, requestReceivedTimestamp } = this.#event.at;
    if (auditID.start === NONE || requestReceivedTimestamp.start === NONE) return false;
    return this.#seen.take(bytes, auditID, requestReceivedTimestamp, isAnswered ? 1 : 0);
  }

  #request(bytes: Buffer, level: Level, isAnswered: boolean): Request {
    const { at } = this.#event;
    const verb = textAt(bytes, at.verb) ?? "";
    const has = this.#reference.read(bytes, at.objectRef.start) !== NONE;
    const reference = this.#reference.at;
    const word = (span: Span): string => (has ? (nameAt(bytes, span) ?? "") : "");
    const target: Target = {
      group: word(reference.apiGroup),
      version: word(reference.apiVersion),
      resource: word(reference.resource),
      subresource: word(reference.subresource),
      namespace: word(reference.namespace),
      name: word(reference.name),
    };
    const over = word(reference.resourceVersion);
    const isOverAny = /^0*$/.test(over);
    const userAgent = nameAt(bytes, at.userAgent) ?? "";
    const query = queryOf(textAt(bytes, at.requestURI) ?? "");
    const hasCode = isAnswered && this.#status.read(bytes, at.responseStatus.start) !== NONE;
    return {
      level,
      doing: doingOf(verb, target),
      isPut: verb === "update",
      isDryRun: (query?.getAll("dryRun") ?? []).includes("All") || this.#statesDryRun(bytes, verb),
      code: hasCode ? numberAt(bytes, this.#status.at.code) : undefined,
      received: microsAt(bytes, at.requestReceivedTimestamp),
      answered: microsAt(bytes, at.stageTimestamp),
      target,
      manager: managerOf(copied(cutOff(query?.get("fieldManager") ?? "")), userAgent),
      userAgent,
      hasForce: query?.has("force") ?? false,
      over: isOverAny ? "" : over,
      isTruncated: this.#notes.read(bytes, at.annotations.start) !== NONE && this.#isCutOff(bytes),
      bytes,
      body: { ...at.requestObject },
      answer: { ...at.responseObject },
    };
  }

  /** A deletion may state it in its body. */
  #statesDryRun(bytes: Buffer, verb: string): boolean {
    if (!verb.startsWith("delete")) return false;
    if (this.#options.read(bytes, this.#event.at.requestObject.start) === NONE) return false;
    const { start, end } = this.#options.at.dryRun;
    return start !== NONE && bytes.toString("latin1", start, end).includes('"All"');
  }

  #isCutOff(bytes: Buffer): boolean {
    return isText(bytes, this.#notes.at["audit.k8s.io/truncated"], "true");
  }
}

const READS = ["get", "list", "watch"];

function isText(bytes: Buffer, { start, end }: Span, text: string): boolean {
  return start !== NONE && bytes[start] === 0x22 && spells(bytes, start + 1, end - 1, text);
}

function isJson(bytes: Buffer, start: number, end: number): boolean {
  const after = skipValue(bytes, start);
  return after !== NONE && skipBlanks(bytes, after) === end;
}

/** undefined where it says nothing that is asked for. */
function queryOf(uri: string): URLSearchParams | undefined {
  const mark = uri.indexOf("?");
  return mark === -1 ? undefined : new URLSearchParams(uri.slice(mark + 1));
}

/** Groups whose objects are asked for and not stored: reviews. */
const REVIEWS = new Set(["authorization.k8s.io", "authentication.k8s.io"]);

const PROXIES = new Set(["proxy", "exec", "attach", "portforward"]);

function doingOf(verb: string, { group, resource, subresource }: Target): Doing {
  if (resource === "") return "other";
  if (PROXIES.has(subresource)) return "call";
  switch (verb) {
    case "update":
    case "patch":
      return "update";
    case "create":
      return subresource !== "" || REVIEWS.has(group) ? "call" : "create";
    case "delete":
    case "deletecollection":
      return subresource === "" ? "delete" : "call";
    default:
      return "other";
  }
}
