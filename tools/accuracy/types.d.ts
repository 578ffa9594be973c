/** What the accuracy command works with. */

import type { KubeObject as Scored } from "../score/types.js";

export type Path = readonly (string | number)[];

export interface Random {
  /** 0 <= number < below */
  int(below: number): number;
  pick<T>(list: readonly T[]): T | undefined;
  /** Some of a list, each at most once. */
  some<T>(list: readonly T[], count: number): T[];
}

/** An object as a builder states it, or as the server returns it. */
export interface KubeObject extends Scored {
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly uid?: string;
    readonly resourceVersion?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly finalizers?: readonly string[];
    readonly managedFields?: readonly ManagedFields[];
  };
}

export interface ManagedFields {
  readonly manager?: string;
  readonly operation?: string;
  readonly subresource?: string;
  readonly apiVersion?: string;
  readonly time?: string;
  readonly fieldsV1?: object;
}

/** A value's schema, as the server publishes it. */
export interface Node {
  readonly type:
    | "struct"
    | "map"
    | "list"
    | "string"
    | "integer"
    | "number"
    | "boolean"
    | "quantity"
    | "intOrString"
    | "time"
    | "microTime"
    | "bytes"
    | "any";
  /** struct: by name */
  readonly fields: ReadonlyMap<string, Node>;
  /** list, map: of the items or values */
  readonly of: Node | undefined;
  /** list */
  readonly list: "atomic" | "set" | "keyed";
  readonly keys: readonly string[];
  /** struct, map: one value under apply */
  readonly atomic: boolean;
  readonly enum: readonly string[];
}

/** A value of an object, and what the server says of it. */
export interface Site {
  readonly path: Path;
  readonly value: any;
  readonly node: Node;
}

/** What mutations choose from. */
export interface Context {
  readonly desired: KubeObject;
  /** The object on the server, after `desired` was applied. */
  readonly live: KubeObject;
  readonly root: Node;
  /** The values of desired. */
  readonly sites: readonly Site[];
  readonly random: Random;
}

/** One way to change desired. */
export interface Edit {
  readonly where: string;
  make(): KubeObject;
}

/** The edits that a mutation finds, by the mutation's name. */
export type Mutations = Readonly<Record<string, (context: Context) => Edit[]>>;

/** An object to create, and the file that it comes from. */
export interface Manifest {
  readonly file: string;
  readonly desired: KubeObject;
}

export interface Refused {
  readonly file: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly why: string;
}

/** An object that is on the server. */
export interface Item {
  readonly id: string;
  readonly file: string;
  readonly desired: KubeObject;
  /** What the server says that it is, undisturbed. */
  live: KubeObject;
  readonly root: Node;
  readonly resource: Resource;
  /** It could not be brought back to `live`. */
  lost?: boolean;
}

export type Resource = import("../cluster/types.js").Resource;
export type Answer = import("../cluster/types.js").Answer;

export type Mode = import("../score/types.js").Mode;

/** The server's answer to one write. */
export interface Labelled {
  /** skip, write, own or refuse:CODE */
  readonly label: string;
  /** The object that the write would leave behind. */
  readonly after?: KubeObject;
  /** Of a refusal: what the server says, and whether it is that fields cannot be changed. */
  readonly message?: string;
  readonly immutable?: boolean;
}

export type Labels = Readonly<Record<Mode, Labelled>>;

export type Client = import("../cluster/types.js").Client;

/** Does something to an object on the server, as the object now is. */
export type Step = (client: Client, live: KubeObject) => Promise<Answer>;

/** One way to change live, and perhaps desired as well. */
export interface Drift {
  readonly where: string;
  readonly steps: readonly Step[];
  /** Other than the desired that was applied. */
  readonly desired?: () => KubeObject;
  /** Live as a cache holds it: what the gate is given in place of the server's. */
  readonly seen?: (live: KubeObject) => KubeObject;
}

export type Drifts = Readonly<Record<string, (context: Context) => Drift[]>>;

/**
 * What the gate's own payload would do. other: it would leave behind another object than the naive write.
 */
export interface Own {
  readonly result: "changed" | "other" | "unchanged" | "refused";
  readonly message?: string;
  readonly payload: unknown;
}

/** A pair to ask the server about. */
export interface Choice {
  readonly mutation: string;
  readonly where: string;
  readonly desired: KubeObject;
  readonly drift?: Drift;
}

/** A pair, and what the server said; own and converged only where the gate writes. */
export interface Result {
  readonly pair: import("../score/types.js").Pair;
  readonly own: Readonly<Partial<Record<Mode, Own>>>;
  readonly converged: Readonly<Partial<Record<Mode, Converged>>>;
}

/** After the gate's payload was sent for real. */
export interface Converged {
  readonly verdict: string;
  readonly message?: string;
  readonly causes?: readonly string[];
}

/** What making pairs needs. */
export interface Work {
  readonly client: Client;
  readonly gates: readonly { readonly mode: Mode; readonly gate: import("../score/types.js").Gate }[];
  readonly converges: boolean;
}

export interface RunOptions {
  readonly seed: string;
  /** About how many. */
  readonly pairs: number;
  readonly onStep: (text: string) => void;
  readonly onResult: (result: Result) => void;
}

export interface RunSummary {
  /** That the server holds. */
  readonly objects: number;
  readonly refused: readonly Refused[];
  /** Pairs whose live the server did not allow, or that nothing changed in. */
  readonly impossible: number;
  /** Objects that could not be brought back, and were given up. */
  readonly lost: readonly string[];
}
