import type { AuditNote, Knowing } from "../../adapter/audit/document.js";
import type { Finding, WatchNote } from "../../adapter/churn/index.js";
import type { Json } from "../../core/json.js";

/** How many by name: by effect, verdict, reason. Names come from the document. */
export type Counts = ReadonlyMap<string, number>;

/** A document of churngate, as far as a report shows it. */
export type ReportDocument = Churn | Accuracy | Decided;

/** watch/1 and audit/1: who writes what, and to which effect. */
export interface Churn {
  readonly format: "watch/1" | "audit/1";
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  readonly seconds: number;
  /** watch: updates seen. audit: writes that succeeded. */
  readonly writes: number;
  readonly effects: Counts;
  readonly findings: readonly Finding[];
  readonly writers: readonly Writer[];
  readonly objects: readonly ObjectRow[];
  readonly paths: readonly PathRow[];
  readonly timeline: Timeline;
  readonly forgotten: Counts;
  readonly notes: readonly (WatchNote | AuditNote)[];
  /** watch: what was watched. */
  readonly kinds: readonly (KindName & { readonly objects: number })[];
  readonly audit: AuditFacts | undefined;
}

/** What only an audit log tells. */
export interface AuditFacts {
  /** `noops`, `moves`: writes that a gate would have saved. */
  readonly saved: Counts;
  /** Of server CPU, estimated: what they cost. */
  readonly savedSeconds: number;
  readonly levels: Counts;
  readonly requests: Counts;
  readonly lines: Counts;
  readonly knows: readonly Knowing[];
}

export interface KindName {
  readonly apiVersion: string;
  readonly kind: string;
}

/** A code, and what else stands beside it. */
export interface Coded {
  readonly code: string;
  readonly args: readonly (readonly [name: string, value: Json])[];
}

export interface Writer extends KindName {
  readonly manager: string;
  readonly userAgent: string | undefined;
  readonly writes: number;
  readonly perMinute: number;
  readonly effects: Counts;
}

export interface ObjectRow extends KindName {
  /** With its namespace, where it has one. */
  readonly name: string;
  readonly writes: number;
  readonly perMinute: number;
  readonly effects: Counts;
  readonly managers: readonly string[];
}

export interface PathRow extends KindName {
  readonly path: string;
  readonly writes: number;
  readonly flips: number;
  readonly managers: readonly string[];
  readonly objects: number;
}

export interface Timeline {
  readonly seconds: number;
  readonly buckets: readonly { readonly at: number; readonly effects: Counts }[];
}

/** accuracy/1: what the gate said beside what a server said. */
export interface Accuracy {
  readonly format: "accuracy/1";
  readonly version: string;
  readonly seed: string;
  readonly seconds: number;
  readonly objects: number;
  readonly refused: number;
  readonly modes: readonly ModeScore[];
}

export interface ModeScore {
  readonly mode: string;
  readonly total: Tally;
  readonly byKind: ReadonlyMap<string, Tally>;
  readonly byMutation: ReadonlyMap<string, Tally>;
  /** Pairs by verdict and the reason's code. */
  readonly decisions: ReadonlyMap<string, Counts>;
  readonly wrong: readonly Wrong[];
  /** Of the gate's own payloads, by what became of them. */
  readonly payloads: Counts;
}

/** Pairs by how they came out. */
export interface Tally {
  readonly pairs: number;
  readonly right: number;
  readonly falseSkips: number;
  readonly falseWrites: number;
  /** Those of them that cannot be known. */
  readonly falseWritesListed: number;
  /** Right, though only the gate's own payload changes live. */
  readonly wider: number;
  readonly falseBlocks: number;
  readonly errors: number;
}

export interface Wrong {
  readonly id: string;
  readonly kind: string;
  readonly mutation: string;
  readonly label: string;
  readonly verdict: string;
  readonly outcome: string;
  readonly causes: readonly string[];
}

/** decision/1 and apply/1. */
export interface Decided {
  readonly format: "decision/1" | "apply/1";
  readonly objects: readonly DecidedObject[];
  readonly errors: readonly Coded[];
}

export interface DecidedObject extends KindName {
  readonly name: string;
  /** decision/1: the verdict; apply/1: the result. */
  readonly verdict: string;
  readonly strategy: string;
  readonly reason: string;
  readonly paths: readonly string[];
}
