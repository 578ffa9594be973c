import { isObject } from "../../core/json.js";

/** A custom kind, as far as it tells where its objects are. */
export interface Definition {
  readonly group: string;
  readonly kind: string;
  readonly namespaced: boolean;
}

/** The custom kinds that objects define. */
export function definitionsIn(objects: readonly object[]): readonly Definition[] {
  return objects.flatMap((object) => {
    if (!isObject(object) || object.kind !== "CustomResourceDefinition" || !isObject(object.spec)) return [];
    const { group, names, scope } = object.spec;
    if (!isObject(names)) return [];
    return [{ group: String(group), kind: String(names.kind), namespaced: scope === "Namespaced" }];
  });
}
