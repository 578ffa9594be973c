/** What a run of the controllers takes and gives. */

import type { ChurnDocument, Finding, Proposal } from "../../src/adapter/churn/index.js";
import type { Random } from "../accuracy/types.d.ts";
import type { Cluster, KubeObject } from "../cluster/types.d.ts";
import type { Hand } from "./hand.mjs";

/** Anything that JSON holds, down to where nobody looks: the server's objects are of every kind. */
// biome-ignore lint/suspicious/noExplicitAny: a type for each kind would only say what a writer says
export type Loose = Record<string, any>;

/** What a fleet's pieces are, by which it is known who may write what. */
export interface App {
  readonly name: string;
  /** Who sets the replicas of its Deployment. */
  readonly replicas: "flipped" | "autoscaled" | "own";
}

export interface Stage {
  readonly cluster: Cluster;
  readonly namespace: string;
  readonly rounds: number;
  /** Of the first gated controller. */
  readonly apps: readonly App[];
  /** Who writes by this name: user agent, and field manager unless that is given. */
  hand(name: string, manager?: string): Hand;
  /** Chance that is the same for the same seed, whatever else runs. */
  random(name: string): Random;
  /** How many updates a writer makes in a round, by its share of all lawful ones. */
  share(part: number): number;
}

/** One that writes, round after round. All of them write at once, but for those who follow; a round ends when each has ended its own. */
export interface Actor {
  /** Its user agent's product, and its field manager. */
  readonly name: string;
  readonly guilt?: Guilt;
  /** What it states, and how a gate in its place would write it. */
  readonly cure?: { readonly mode: "apply" | "merge"; readonly desired: readonly Stated[] };
  /** It reacts to what the others have written. */
  readonly follows?: true;
  /** Before anybody looks. */
  start?(): Promise<void>;
  round(round: number): Promise<void>;
  /** After the last round. */
  stop?(): Promise<void>;
}

/** What has to be found of it. */
export interface Guilt {
  readonly what: "flips" | "moves-nothing" | "writes-nothing";
  /** Of each kind that it does so to. */
  readonly objects: readonly { readonly kind: string; readonly names: readonly string[] }[];
  /** Of flips. */
  readonly path?: string;
}

export type Edit = (live: Loose) => void;
export type Stated = KubeObject & Loose;

/** What a line of the log was, by the simple count. */
export interface Counted {
  readonly userAgent: string;
  /** Of its kind: the plural in paths. */
  readonly resource: string;
  writes: number;
  creates: number;
  deletes: number;
  /** Updates whose answer has a resourceVersion that the object had before. */
  idle: number;
  /** Updates with a new one, but nothing else, generation and managedFields aside. */
  same: number;
  /** All other updates. */
  changes: number;
  /** Of the last two, those in the namespace that is watched: for each there was an event. */
  moved: number;
}

/** What `watch -o json` and `audit -o json` print, as far as it is looked at. */
export type Document = Pick<ChurnDocument, "writes" | "effects" | "findings" | "writers" | "forgotten">;

export type { Finding, Proposal };

export interface Claim {
  readonly claim: string;
  /** What is wrong; none: it holds. */
  readonly faults: readonly string[];
}
