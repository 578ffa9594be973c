import type { FactSource } from "../../core/facts.js";
import { Bounded } from "../churn/bounded.js";
import { versionComparer } from "../churn/compare.js";
import { ChurnCounter } from "../churn/counter.js";
import { BOUNDS } from "../churn/thresholds.js";
import { type Write, whoKey } from "../churn/write.js";
import { type BadLine, EventReader } from "./event-reader.js";
import { Judge, type Judged } from "./judge.js";
import { Kinds } from "./kinds.js";
import type { Level, Request } from "./request.js";
import { type LineCounts, noRequests } from "./requests.js";
import { NONE, skipBlanks } from "./scan.js";
import { countSent, type Sender, senderOf } from "./sender.js";
import { type Way, wayOf } from "./way.js";

export interface AuditOptions {
  /** Of the rule sets in use. */
  readonly facts: FactSource;
  /** Memory for what was last known of objects; 32 MiB unless given. */
  readonly memory?: number;
  /** Microseconds since 1970: requests answered before, or at or after, are passed over. */
  readonly since?: number | undefined;
  readonly until?: number | undefined;
}

/** What an audit log comes to. */
export class Audit {
  readonly counter = new ChurnCounter();
  readonly senders = new Bounded<Sender>({ size: BOUNDS.writers, weight: ({ writes }) => writes });
  readonly requests = noRequests();
  readonly lines: LineCounts = { read: 0, skipped: 0, bad: 0 };
  readonly levels: Record<Level, number> = { Metadata: 0, Request: 0, RequestResponse: 0 };
  /** Writes whose bodies the server cut off, and writes at level RequestResponse that have no answer all the same. */
  truncated = 0;
  unanswered = 0;
  /** Microseconds since 1970 of the first and the last answer. */
  from = Number.POSITIVE_INFINITY;
  to = Number.NEGATIVE_INFINITY;

  readonly #reader: EventReader;
  readonly #judge: Judge;
  readonly #kinds: Kinds;
  readonly #since: number;
  readonly #until: number;
  #source = 0;

  constructor({ facts, memory = 32 << 20, since, until }: AuditOptions) {
    this.#kinds = new Kinds(facts);
    this.#judge = new Judge(versionComparer(facts), this.#kinds, memory, (request, judged) =>
      this.#booking(request, judged),
    );
    this.#since = since ?? Number.NEGATIVE_INFINITY;
    this.#until = until ?? Number.POSITIVE_INFINITY;
    this.#reader = new EventReader({
      skipped: () => {
        this.lines.skipped += 1;
      },
      read: (_level, answered) => {
        if (this.#isInTime(answered)) this.requests.reads += 1;
      },
      request: (request) => this.#request(request),
    });
  }

  /** Objects whose last version had to be forgotten. */
  get forgotten(): number {
    return this.#judge.forgotten;
  }

  /**
   * Takes a line, which a line feed follows; an empty one is none. `source` is the log that it stands in, of one server: times are
   * compared within it alone.
   * @returns what is wrong with it
   */
  line(bytes: Buffer, start: number, end: number, source: number): BadLine | undefined {
    if (isBlank(bytes, start, end)) return undefined;
    this.lines.read += 1;
    this.#source = source;
    const bad = this.#reader.line(bytes, start, end);
    if (bad !== undefined) this.lines.bad += 1;
    return bad;
  }

  /** A line that was not looked at. */
  tooLong(): void {
    this.lines.read += 1;
    this.lines.bad += 1;
  }

  /** Nothing more comes: what waited for a later request is counted as it stands. */
  end(): void {
    this.#judge.settle();
  }

  #isInTime(answered: number | undefined): boolean {
    if (answered === undefined) return true;
    if (answered < this.#since || answered >= this.#until) return false;
    if (answered < this.from) this.from = answered;
    if (answered > this.to) this.to = answered;
    return true;
  }

  #request(request: Request): void {
    if (!this.#isInTime(request.answered)) return;
    const { doing, code } = request;
    if (doing === "read") this.requests.reads += 1;
    else if (code === undefined || code >= 400) this.requests.refused += 1;
    else if (doing === "call") {
      this.requests.calls += 1;
      this.#judge.overtake(request.target);
    } else if (doing === "other") this.requests.other += 1;
    else if (request.isDryRun) this.requests.dryRuns += 1;
    else this.#write(request);
  }

  #write(request: Request): void {
    const { level, isTruncated } = request;
    this.requests.writes += 1;
    this.levels[level] += 1;
    if (isTruncated) this.truncated += 1;
    else if (level === "RequestResponse" && request.answer.start === NONE) this.unanswered += 1;
    this.#judge.take(request, this.#source);
  }

  /** Counts a write once it is known whether it left the object as it was. It must not hold the request. */
  #booking(request: Request, judged: Judged): (isIdle: boolean) => void {
    const { target } = request;
    const { head, isRepeat = false, isMove = false } = judged;
    if (head?.kind !== undefined && !head.isPart) this.#kinds.learn(target, head.kind);
    if (isRepeat) this.requests.repeats += 1;
    const way = wayOf(request);
    const at = request.answered ?? Math.max(this.to, 0);
    const write = writeOf(request, judged, this.#kinds.of(target), at);
    return this.#bookingOf(write, { way, isRepeat, isMove });
  }

  #bookingOf(write: Write, { way, isRepeat, isMove }: Sent): (isIdle: boolean) => void {
    return (isIdle) => {
      this.counter.add(isIdle ? { ...write, effect: "nothing", moved: false } : write);
      const key = `${write.apiVersion}|${write.kind}|${whoKey(write.who)}`;
      const sender = this.senders.at(key, () => senderOf(write));
      countSent(sender, way, isIdle, isMove);
      if (isRepeat) sender.repeats += 1;
    };
  }
}

interface Sent {
  readonly way: Way;
  readonly isRepeat: boolean;
  readonly isMove: boolean;
}

function writeOf(request: Request, { effect, step, making, head }: Judged, kind: string, at: number): Write {
  const { target, manager, userAgent } = request;
  return {
    who: { manager, ...(userAgent !== "" && { userAgent }) },
    apiVersion: target.group === "" ? target.version : `${target.group}/${target.version}`,
    kind,
    ...(target.namespace !== "" && { namespace: target.namespace }),
    name: target.name || head?.name || "",
    effect,
    ...(step !== undefined && { paths: step.paths, unstored: step.unstored }),
    ...(making !== undefined && { making }),
    at: at / 1000,
  };
}

function isBlank(bytes: Buffer, start: number, end: number): boolean {
  return skipBlanks(bytes, start) >= end;
}
