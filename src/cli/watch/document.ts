import { type ChurnCounter, type ChurnDocument, type Note, reportOf } from "../../adapter/churn/index.js";
import type { FactSource } from "../../core/facts.js";
import type { WatchedKinds } from "./watching.js";

/** The document of `-o json`; schemas/watch.schema.json describes it. */
export interface WatchDocument extends ChurnDocument<"watch/1"> {
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

function notesOf({ missed, forgottenVersions, kinds }: Seen): readonly Note[] {
  return [
    { code: "no-ops-unseen" },
    ...(missed > 0 ? [{ code: "missed", steps: missed }] : []),
    ...(forgottenVersions > 0 ? [{ code: "memory-full", versions: forgottenVersions }] : []),
    ...kinds.refused.map(({ kind: { apiVersion, kind }, why }) => ({
      code: "not-watched",
      apiVersion,
      kind,
      why,
    })),
  ];
}
