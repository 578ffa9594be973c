import {
  type ChurnCounter,
  type ChurnDocument,
  reportOf,
  type WatchNote,
} from "../../adapter/churn/index.js";
import type { FactSource } from "../../core/facts.js";
import type { WatchedKinds } from "./watching.js";

/** The document of `-o json`; schemas/watch.schema.json describes it. */
export interface WatchDocument extends ChurnDocument<"watch/1", WatchNote> {
  readonly kinds: readonly {
    readonly apiVersion: string;
    readonly kind: string;
    /** Absent: of all namespaces, or none. */
    readonly namespace?: string;
    /** How many there are at the end. */
    readonly objects: number;
  }[];
  /** See Observing. */
  readonly missed: number;
}

export interface Seen {
  readonly counter: ChurnCounter;
  readonly missed: number;
  /** Last versions that were let go of. */
  readonly forgottenVersions: number;
  readonly kinds: WatchedKinds;
  /** In milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
}

/** What was seen, as a document. */
export function watchDocument(seen: Seen, facts: FactSource): WatchDocument {
  const { counter, missed, from, to, kinds } = seen;
  const notes = notesOf(seen);
  return {
    ...reportOf(counter, { format: "watch/1", from, to, facts, notes }),
    kinds: kinds.list(),
    missed,
  };
}

function notesOf({ missed, forgottenVersions, kinds }: Seen): readonly WatchNote[] {
  const notes: WatchNote[] = [{ code: "no-ops-unseen" }];
  if (missed > 0) notes.push({ code: "missed", steps: missed });
  if (forgottenVersions > 0) notes.push({ code: "memory-full", versions: forgottenVersions });
  for (const { kind, why } of kinds.refused) {
    const { apiVersion } = kind;
    notes.push({ code: "not-watched", apiVersion, kind: kind.kind, why });
  }
  return notes;
}
