import type { Manifest } from "../input/index.js";
import type { Found } from "./found.js";

/**
 * What is learned from objects that are no definitions. A definition beside them is learned from all the same, as in the file by
 * which an operator is installed.
 */
export function learnFromObjects(objects: readonly Manifest[], isBeside: boolean): Found {
  const [first] = objects;
  if (first === undefined) return { kinds: [], errors: [], notes: [] };
  if (isBeside) {
    const count = objects.length === 1 ? "1 other object" : `${objects.length} other objects`;
    return { kinds: [], errors: [], notes: [`${count} passed over: no CustomResourceDefinition`] };
  }
  const { kind, apiVersion, file, line } = first;
  const error = {
    code: "no-definition",
    message: `a ${kind} of ${apiVersion} is no CustomResourceDefinition`,
    hint: `Give the file that defines the kind; or name it, to learn of it from a cluster: churngate learn ${kind}.`,
    file,
    line,
  };
  return { kinds: [], errors: [error], notes: [] };
}
