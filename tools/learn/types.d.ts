/** What the learn check works with. */

export type Client = import("../accuracy/types.js").Client;
export type KubeObject = import("../accuracy/types.js").KubeObject;
export type Loose = import("../accuracy/types.js").Loose;

/** minimal: what is required. empty: every struct, each as empty as may be, and lists of one item. stated: scalars as well. */
export type SampleName = "minimal" | "empty" | "stated";

/** A served version of a kind that is on the server. */
export interface Served {
  /** The definition's name. */
  readonly definition: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly schema: Loose;
  /** What the stored version's schema is, where it is another one. */
  readonly stored: Loose;
}

/** What was found of one sample. */
export interface Tried {
  readonly sample: SampleName;
  /** What the server says of a sample that it refuses, for all that was taken out of it. */
  readonly refused?: string;
  /** What was taken out since the server refused it: where, and what it said. */
  readonly taken: readonly string[];
  /** Defaults that the server filled in. */
  readonly defaults: number;
  readonly disagreements: readonly string[];
}

export interface Checked {
  readonly apiVersion: string;
  readonly kind: string;
  readonly disagreements: readonly string[];
  readonly tried: readonly Tried[];
}

export interface LearnReport {
  readonly format: "learn-check/1";
  readonly version: string;
  readonly definitions: number;
  /** Of those that differ. */
  readonly installed: number;
  /** Definitions that the server does not take, and those that it serves no kind of. */
  readonly notInstalled: readonly { readonly name: string; readonly why: string }[];
  readonly unread: readonly string[];
  /** learnRules over each definition by itself. */
  readonly learning: { readonly seconds: number; readonly failures: readonly string[] };
  readonly checked: readonly Checked[];
}
