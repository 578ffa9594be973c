/** What the benchmarks read, time and keep. */
export type Mode = "replace" | "apply" | "merge";

/** bundled: as the bundled rules say, exact for nearly all kinds. */
export type Strategy = "bundled" | "derivative" | "hash" | "observed";

export type Outcome = "skip" | "write";

/** prepared: desired was given to `gate.prepare` before. cold: it was never seen before. */
export type State = "cold" | "prepared";

/** An object as a builder states it, and as a server has it. */
export interface Pair {
  readonly id: string;
  readonly desired: KubeObject;
  readonly live: KubeObject;
  /** Real objects that a server answered with. The others only where a kind has too few of them. */
  readonly first: boolean;
}

export interface Kind {
  readonly name: string;
  readonly pairs: Pair[];
}

/** A pair as text, to be parsed anew for each round. */
export interface Case {
  readonly id: string;
  readonly desired: string;
  readonly live: string;
  /** The server's answer to desired that the caller remembers. */
  readonly observed?: string;
}

/** What is timed as one: `run` of what `fresh` makes of each case, outside the timer and for this pass alone. */
export interface Row<Of = unknown, Input = unknown> {
  readonly key: string;
  /** The row that it is a ratio of. */
  readonly base: string;
  readonly cases: readonly Of[];
  readonly fresh: (from: Of) => Input;
  readonly run: (input: Input) => unknown;
}

/** Microseconds an object and the ratio to JSON.parse of the same live objects, as medians of the rounds; between which two the ratio was in eight of ten rounds. */
export type Measured = readonly [microseconds: number, ratio: number, low: number, high: number];

export interface KindResult {
  readonly kind: string;
  /** Different pairs that were timed as a skip, and as a write. */
  readonly skips: number;
  readonly writes: number;
  /** Of these pairs: only results of the same ones are compared. */
  readonly digest: string;
  readonly rows: Readonly<Record<string, Measured>>;
  /** Of --peers: whether the kind's types are known, and for how many pairs DeepDerivative finds desired in live. */
  readonly typed?: boolean;
  readonly derived?: number;
}

export interface Accuracy {
  readonly file: string;
  readonly mode: Mode;
  readonly pairs: number;
  readonly right: number;
  readonly falseSkips: number;
  readonly falseWrites: number;
  readonly falseWritesListed: number;
  readonly byKind: Readonly<Record<string, AccuracyOfKind>>;
}

export interface AccuracyOfKind {
  readonly pairs: number;
  readonly right: number;
  readonly falseSkips: number;
  readonly falseWrites: number;
}

export interface Bound {
  readonly what: string;
  readonly value: number;
  readonly most: number;
  readonly within: boolean;
}

export interface Head {
  readonly format: "bench/1";
  readonly date: string;
  readonly commit: string;
  readonly changed: boolean;
  readonly node: string;
  readonly go?: string;
  readonly cpu: string;
  readonly rounds: number;
  readonly sources: readonly string[];
}

export interface Result {
  readonly head: Head;
  readonly kinds: readonly KindResult[];
  readonly accuracy: readonly Accuracy[];
  /** The operator example's children by how desired was built. */
  readonly shapes: Readonly<Record<string, Measured>>;
  /** Milliseconds for all children of 500 instances; without prepare, prepared is no number. */
  readonly sweep: { readonly objects: number; readonly cold: number; readonly prepared: number };
  /** Milliseconds of whole processes. */
  readonly processes: { readonly idle: number; readonly explain: number };
  readonly bounds: readonly Bound[];
}
