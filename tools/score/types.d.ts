/** What the score command reads, and what it finds. */

export interface KubeObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata?: {
    readonly name?: string;
    readonly namespace?: string;
    readonly deletionTimestamp?: string;
    readonly managedFields?: readonly unknown[];
  };
}

export interface Change {
  readonly path: string;
  readonly desired?: unknown;
  readonly live?: unknown;
  readonly reason: { readonly code: string };
}

export interface Passed {
  readonly path: string;
  readonly by: { readonly code: string };
}

export interface Explanation {
  readonly verdict: "skip" | "write" | "create" | "blocked";
  readonly strategy: string;
  readonly reason: { readonly code: string; readonly path?: string; readonly paths?: readonly string[] };
  readonly changes?: readonly Change[];
  readonly recreate?: readonly string[];
  readonly passed: readonly Passed[];
}

export interface GateOptions {
  readonly subresource?: "status";
  readonly terminating?: "write";
}

export interface Decision {
  readonly verdict: "skip" | "write" | "create" | "blocked";
  readonly reason: { readonly code: string };
  /** How the payload is to be sent. */
  readonly mode?: Mode;
  readonly recreate?: readonly string[];
  payload?(): unknown;
}

export interface Gate {
  decide(desired: KubeObject, live: KubeObject, options?: GateOptions): Decision;
  explain(desired: KubeObject, live: KubeObject, options?: GateOptions): Explanation;
}

/** apply-unforced: apply with `force: false`. */
export type Mode = "replace" | "apply" | "merge" | "apply-unforced";

/** Where a pair has the label of a mode. */
export type LabelName = "put" | "ssa" | "merge" | "unforced";

/** Makes a gate from the bundled rules and directories of further ones. */
export type GateMaker = (mode: Mode, given?: GateRules) => Promise<Gate>;

export interface GateRules {
  readonly dirs?: readonly string[];
  /** The version of Kubernetes that the kinds' facts are of; the newest unless given. */
  readonly kubernetes?: string;
  /** CustomResourceDefinitions, whose kinds the gate is told the facts of. */
  readonly definitions?: readonly object[];
  /** What the definitions tell goes before what is bundled. */
  readonly learned?: boolean;
  /** Further rules, above the bundled ones; not beside `dirs`. */
  readonly rules?: readonly import("../../src/index.js").RuleLiteral[];
}

/** `error`: the gate threw. */
export type Verdict = "skip" | "write" | "create" | "blocked" | "error";

/** skip, write, own, order, lost or refuse:CODE */
export type Label = string;

export interface Pair {
  readonly id: string;
  readonly file?: string;
  readonly kind: string;
  readonly apiVersion: string;
  readonly mutation: string;
  readonly where: string;
  /** What the server says of the naive write, by mode: replace, apply, merge, apply-unforced. */
  readonly put: Label;
  readonly ssa?: Label;
  readonly merge?: Label;
  readonly unforced?: Label;
  /** For a refused PUT: the same with what has to be kept from live put back. */
  readonly kept?: Label;
  /** Of refusals: what the server says, and those that only say that fields cannot be changed. */
  readonly putMsg?: string;
  readonly ssaMsg?: string;
  readonly mergeMsg?: string;
  readonly unforcedMsg?: string;
  readonly immutable?: readonly LabelName[];
  /** The labels that say skip though the gate's own payload changed live. */
  wider?: readonly string[];
  /** Where the gate skipped and a write would change something: what it would. */
  would?: Readonly<Partial<Record<LabelName, readonly string[]>>>;
  readonly desired: KubeObject;
  readonly live: KubeObject;
}

export interface Case {
  readonly id: string;
  readonly kind: string;
  readonly verdict: "skip" | "write";
  readonly why: string;
  readonly rule?: string;
  readonly desired: KubeObject;
  readonly live: KubeObject;
}

/** false-block: blocked where the server accepted the write. */
export type Judged = "right" | "false-skip" | "false-write" | "false-block" | "error";

/** unforeseen: written, though refused for fields that cannot be changed; not wrong, but it could have been better. */
export type Outcome = Judged | "unforeseen";

/** A pair as a tally counts it. */
export interface Found {
  readonly label: Label;
  readonly immutable: boolean;
  readonly verdict: Verdict;
  readonly foreseen: boolean;
  readonly outcome: Judged;
  /** The gate's own payload changes live though the naive write does not. */
  readonly wider: boolean;
  readonly listed: boolean;
}

export interface WrongPair {
  readonly id: string;
  readonly kind: string;
  readonly mutation: string;
  readonly where: string;
  readonly label: Label;
  readonly verdict: Verdict;
  readonly outcome: Outcome;
  /** What the gate gave as its reason: changed paths, or passed paths, or the error. */
  readonly causes: readonly string[];
  /** Of which kinds that cannot be known. */
  readonly listed?: readonly string[];
  readonly refusal?: string;
  /** Of a false skip: what the write would change. */
  readonly would?: readonly string[];
}

export interface Tally {
  pairs: number;
  right: number;
  falseSkips: number;
  falseWrites: number;
  /** Those of kinds that cannot be known: test/accuracy/unknowable.json. */
  falseWritesListed: number;
  /** Right writes where the naive write changes nothing: the rule owns more. */
  wider: number;
  falseBlocks: number;
  errors: number;
  /** Pairs whose label is skip. */
  skipLabelled: number;
  /** Pairs that the server refused, and those of them that the gate called blocked. */
  refused: number;
  refusedBlocked: number;
  /** Refused pairs where only fields that cannot be changed, or others' fields, are in the way, and those that the gate foresaw. */
  immutable: number;
  immutableForeseen: number;
}

export interface Scorer {
  add(pair: Pair): void;
  score(): PairScore;
}

export interface PairScore {
  readonly format: "score-pairs/1";
  readonly file: string;
  readonly mode: Mode;
  readonly seconds: number;
  readonly total: Tally;
  readonly byMutation: Readonly<Record<string, Tally>>;
  readonly byKind: Readonly<Record<string, Tally>>;
  /** Pairs by the gate's verdict and the code of its reason. */
  readonly decisions: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly wrong: readonly WrongPair[];
}

export interface CaseResult {
  readonly id: string;
  readonly kind: string;
  readonly expected: "skip" | "write";
  readonly verdict: Verdict;
  readonly result: "right" | "wrong" | "out";
  /** For `out`: what is missing. */
  readonly out?: string;
  /** The option that the case needs, and where the rules that state it are. */
  readonly rule?: string;
  readonly rules?: string;
  readonly causes: readonly string[];
}

export interface CaseScore {
  readonly format: "score-cases/1";
  readonly file: string;
  readonly right: number;
  readonly wrong: number;
  readonly out: number;
  readonly falseSkips: number;
  readonly cases: readonly CaseResult[];
}
