import type { Json } from "../json.js";
import type { Reads } from "./reads.js";

/** Which parts of live a decision looks at: all, none, or member by member (of a list: item by item, without a name). */
export type Lens = "all" | "none" | ((key: string, value: Json) => Lens);

/** What a decision looks at, of a live object. */
export interface Sight {
  /** Nothing but metadata is compared. */
  readonly onlyMetadata: boolean;
  /** Status is compared. */
  readonly status: boolean;
  readonly managedFields: Lens;
  readonly reads: Reads;
}

/** Members of metadata that no walk looks at. */
const UNSEEN: ReadonlySet<string> = new Set([
  "uid",
  "resourceVersion",
  "generation",
  "creationTimestamp",
  "selfLink",
]);
const IDENTITY: ReadonlySet<string> = new Set(["apiVersion", "kind"]);

export function lensOf({ onlyMetadata, status, managedFields, reads }: Sight): Lens {
  const metadata: Lens = (key) => {
    if (reads.metadata.has(key)) return "all";
    return key === "managedFields" ? managedFields : UNSEEN.has(key) ? "none" : "all";
  };
  return (key) => {
    if (key === "metadata") return metadata;
    if (reads.fields.has(key)) return "all";
    const seen = onlyMetadata ? IDENTITY.has(key) : status || key !== "status";
    return seen ? "all" : "none";
  };
}

/** An entry of managedFields as far as it says who owns labels and annotations. */
export const OWNERS_OF_METADATA: Lens = () => entryLens((key) => (key === "f:metadata" ? "all" : "none"));

/** Who the entries are of, and what some of them record. */
export function ownersLens(isSeen: (entry: Json) => boolean): Lens {
  return (_, entry) => entryLens(isSeen(entry) ? "all" : "none");
}

function entryLens(fieldsV1: Lens): Lens {
  return (key) => (key === "time" ? "none" : key === "fieldsV1" ? fieldsV1 : "all");
}
