import { Fields } from "./fields.js";
import { nameAt } from "./name.js";
import { NONE } from "./scan.js";
import { type Span, textAt } from "./span.js";

/** What an object in the log says of itself. */
export interface Head {
  readonly version: string;
  readonly name: string | undefined;
  readonly kind: string | undefined;
  /** It is a part of the object, of another kind (Scale, PartialObjectMetadata). It has the object's version. */
  readonly isPart: boolean;
  /** It is being deleted, and nothing holds it any more: a write may have ended it. */
  readonly isEnding: boolean;
}

/** Reads the heads of objects, in one pass over their bytes. */
export class HeadReader {
  readonly #object = new Fields(["kind", "apiVersion", "metadata"]);
  readonly #metadata = new Fields([
    "name",
    "namespace",
    "uid",
    "resourceVersion",
    "generation",
    "creationTimestamp",
    "deletionTimestamp",
    "labels",
    "annotations",
    "ownerReferences",
    "finalizers",
  ]);

  /** undefined where there is no object, or a Status, or a Table, which does not tell whether the object is ending. */
  read(bytes: Buffer, span: Span): Head | undefined {
    if (this.#object.read(bytes, span.start) === NONE) return undefined;
    const { at } = this.#object;
    const kind = nameAt(bytes, at.kind);
    const isMeta = textAt(bytes, at.apiVersion)?.startsWith("meta.k8s.io/") ?? false;
    if (kind === "Status" || (isMeta && kind === "Table")) return undefined;
    if (this.#metadata.read(bytes, at.metadata.start) === NONE) return undefined;
    const { resourceVersion, name, deletionTimestamp, finalizers } = this.#metadata.at;
    return {
      kind,
      version: nameAt(bytes, resourceVersion) ?? "",
      name: nameAt(bytes, name),
      isPart: isMeta || kind === "Scale",
      isEnding: deletionTimestamp.start !== NONE && finalizers.start === NONE,
    };
  }
}
