/** What the accuracy command works with. */

export type Path = readonly (string | number)[];

export interface Random {
  /** 0 <= number < below */
  int(below: number): number;
  pick<T>(list: readonly T[]): T | undefined;
  /** Some of a list, each at most once. */
  some<T>(list: readonly T[], count: number): T[];
}

/** Anything that JSON holds, down to where nobody looks: the server's objects are of every kind. */
// biome-ignore lint/suspicious/noExplicitAny: where JSON comes in
export type Loose = any;

/** An object as a builder states it, or as the server returns it. */
export interface KubeObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: Metadata;
  readonly [field: string]: Loose;
}

interface Metadata {
  readonly name: string;
  readonly namespace?: string;
  readonly [field: string]: Loose;
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
  /** Custom kinds: null is a value. */
  readonly nullable: boolean;
  /** The schema's; undefined: none */
  readonly default: Loose;
  /** Custom kinds: unknown fields are kept; it is an object with a metadata of its own. */
  readonly preserves: boolean;
  readonly embedded: boolean;
}

/** A value of an object, and what the server says of it. */
export interface Site {
  readonly path: Path;
  readonly value: Loose;
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

/** The object, or the Status of a refusal. */
export interface Answer {
  readonly code: number;
  readonly body: Loose;
}

type ClusterClient = import("../cluster/types.js").Client;

/** The test cluster's client, with bodies that nobody has to describe. */
export type Client = Pick<ClusterClient, "resource" | "forget" | "close"> & {
  [Name in Exclude<keyof ClusterClient, "resource" | "forget" | "close">]: (
    ...given: Parameters<ClusterClient[Name]>
  ) => Promise<Answer>;
};

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

/** `kept`: of a PUT with what it must not leave out put back, where the naive one was refused. */
export type Labels = Readonly<Record<Mode, Labelled>> & { readonly kept?: Labelled };

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
  /** other: where, the naive write's value and the payload's. */
  readonly differs?: readonly string[];
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
  /** Of which kinds that cannot be known. */
  readonly listed?: readonly string[];
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
  /** Of a definition no more than the unchanged pair, which a file of pairs needs to be scored by. */
  readonly custom: boolean;
  /** Whether the server's Pods need a ServiceAccount. */
  readonly serviceAccounts: boolean;
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

interface OwnFound {
  readonly id: string;
  readonly result: string;
  /** The label of the naive write. */
  readonly naive: string;
  readonly message?: string;
  readonly differs?: readonly string[];
}

/** What became of the payloads of one mode's writes. */
export interface Payloads {
  sent: number;
  changed: number;
  other: number;
  unchanged: number;
  refused: number;
  /** Refused where the naive write is not, or without effect where it has one. */
  readonly wrong: OwnFound[];
  /** Leave behind another object than the naive write. */
  readonly others: OwnFound[];
  /** Sent for real: after which the gate says skip; and those after which it does not, be it for what cannot be known. */
  converged: number;
  repeatedListed: number;
  readonly repeated: ({ readonly id: string } & Converged)[];
}

/** What a run found. */
export interface Report {
  readonly format: "accuracy/1";
  readonly version: string;
  readonly seed: string;
  readonly seconds: number;
  readonly run: RunSummary;
  readonly unread: readonly string[];
  readonly modes: readonly {
    readonly score: import("../score/types.js").PairScore;
    readonly payloads: Payloads;
  }[];
}

/** The engine, and what reads manifests as its command line does. */
export interface Measured {
  readonly engine: typeof import("../../src/index.js");
  readonly readManifests: typeof import("../../src/cli/input/index.js").readManifests;
}

export interface MeasureOptions {
  /** The server's. */
  readonly version: string;
  /** The version that the gate's kind facts are of; the newest where undefined. */
  readonly facts?: string | undefined;
  readonly paths: readonly string[];
  readonly modes: readonly Mode[];
  readonly seed: string;
  readonly pairs: number;
  readonly converge: boolean;
  /** Pairs of objects of custom kinds alone. */
  readonly custom: boolean;
  readonly "service-accounts": boolean;
  readonly onStep: (text: string) => void;
  readonly onPair: (pair: import("../score/types.js").Pair) => void;
}
