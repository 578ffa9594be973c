import type { TypeFacts, ValueFacts } from "../../../core/facts.js";
import { bundledFacts } from "../../facts.js";

const META = "io.k8s.apimachinery.pkg.apis.meta.v1";

/** Types of Go that JSON has as something else than a struct. */
const SPECIAL: Readonly<Record<string, ValueFacts>> = {
  "io.k8s.apimachinery.pkg.api.resource.Quantity": { type: "quantity" },
  "io.k8s.apimachinery.pkg.util.intstr.IntOrString": { type: "intOrString" },
  [`${META}.Time`]: { type: "time" },
  [`${META}.MicroTime`]: { type: "microTime" },
  [`${META}.Duration`]: { type: "string" },
  [`${META}.FieldsV1`]: { type: "any" },
  "io.k8s.apimachinery.pkg.runtime.RawExtension": { type: "any", atomic: true },
};

/** What a schema is by its name alone: one of Go's special types. */
export function specialType(name: string): ValueFacts | undefined {
  return Object.hasOwn(SPECIAL, name) ? SPECIAL[name] : undefined;
}

/** The bundled type of a schema of Kubernetes' own: `io.k8s.api.core.v1.PodSpec` is core/v1.PodSpec. */
export function bundledType(name: string): string | undefined {
  const match = /^io\.k8s\.(?:api|.*\.pkg\.apis)\.([a-z0-9]+)\.(v[a-z0-9]+)\.([A-Za-z0-9]+)$/.exec(name);
  const ref = match === null ? undefined : `${match[1]}/${match[2]}.${match[3]}`;
  return ref !== undefined && bundledFacts.type(ref) !== undefined ? ref : undefined;
}

/** Whether the API server fills something in, in a bundled type or in one within it. */
export function hasDefaults(ref: string): boolean {
  const seen = new Set<string>();
  const open = [ref];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    const type = bundledFacts.type(at);
    if (type === undefined) continue;
    if (fills(type)) return true;
    for (const field of Object.values(type.fields)) open.push(...refsIn(field));
  }
  return false;
}

function fills({ fields }: TypeFacts): boolean {
  return Object.values(fields).some((field) => field.default !== undefined || field.computed !== undefined);
}

function refsIn(value: ValueFacts): readonly string[] {
  if (value.type === "list" || value.type === "map") return refsIn(value.of);
  return "ref" in value && value.ref !== undefined ? [value.ref] : [];
}
