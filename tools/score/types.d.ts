/** What the score command reads, and what it finds. */

export interface KubeObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata?: { readonly name?: string; readonly namespace?: string };
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
  readonly reason: { readonly code: string };
  readonly changes?: readonly Change[];
  readonly recreate?: readonly string[];
  readonly passed: readonly Passed[];
}

export interface Gate {
  decide(desired: KubeObject, live: KubeObject, options?: { subresource?: "status" }): { verdict: Verdict };
  explain(desired: KubeObject, live: KubeObject, options?: { subresource?: "status" }): Explanation;
}

export type Mode = "replace" | "apply";

/** Makes a gate from the bundled rules and directories of further ones. */
export type GateMaker = (mode: Mode, dirs?: readonly string[]) => Promise<Gate>;

/** `error`: the gate threw. */
export type Verdict = "skip" | "write" | "create" | "blocked" | "error";

/** skip, write, own or refuse:CODE */
export type Label = string;

export interface Pair {
  readonly id: string;
  readonly kind: string;
  readonly apiVersion: string;
  readonly mutation: string;
  readonly where: string;
  readonly put: Label;
  readonly ssa?: Label;
  /** For a refused PUT: the same with what has to be kept from live put back. */
  readonly kept?: Label;
  readonly putMsg?: string;
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
export type Outcome = "right" | "false-skip" | "false-write" | "false-block" | "error";

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
  readonly refusal?: string;
}

export interface Tally {
  pairs: number;
  right: number;
  falseSkips: number;
  falseWrites: number;
  falseBlocks: number;
  errors: number;
  /** Pairs whose label is skip. */
  skipLabelled: number;
  /** Pairs that the server refused, and those of them that the gate called blocked. */
  refused: number;
  refusedBlocked: number;
}

export interface PairScore {
  readonly format: "score-pairs/1";
  readonly file: string;
  readonly mode: Mode;
  readonly seconds: number;
  readonly total: Tally;
  readonly byMutation: Readonly<Record<string, Tally>>;
  readonly byKind: Readonly<Record<string, Tally>>;
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
