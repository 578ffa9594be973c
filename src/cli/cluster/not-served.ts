import { ObjectError } from "../objects/object-error.js";

/** What a server says of a kind that it does not know. */
export function notServed(apiVersion: string, kind: string): ObjectError {
  const hint = "Is its definition (a CustomResourceDefinition) installed? Are apiVersion and kind right?";
  return new ObjectError("kind-not-found", `the server does not serve ${kind} in ${apiVersion}`, hint);
}
