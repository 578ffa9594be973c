import type { FactSource, KindFacts, TypeFacts } from "../core/facts.js";
import { KINDS, TYPES } from "../generated/facts.js";

const typeText = new Map(TYPES);
const kindText = new Map(KINDS.map(([groupVersion, , text]) => [groupVersion, text]));
const typeChunks = new Map<string, Map<string, TypeFacts>>();
const kindChunks = new Map<string, Map<string, KindFacts>>();

/** The facts of one group and version, parsed when first asked for; a Map, so that no key is special. */
function chunk<Facts>(
  name: string,
  texts: ReadonlyMap<string, string>,
  parsed: Map<string, Map<string, Facts>>,
): ReadonlyMap<string, Facts> | undefined {
  const known = parsed.get(name);
  if (known) return known;
  const text = texts.get(name);
  if (text === undefined) return undefined;
  const facts = new Map(Object.entries(JSON.parse(text) as Record<string, Facts>));
  parsed.set(name, facts);
  return facts;
}

/** The names of the types that bundledFacts has. */
export function* bundledTypes(): Generator<string> {
  for (const name of typeText.keys()) {
    for (const type of chunk(name, typeText, typeChunks)?.keys() ?? []) yield `${name}.${type}`;
  }
}

/** The facts of the built-in kinds (schemas/facts), embedded as text: asking for a kind parses its group's only. */
export const bundledFacts: FactSource = {
  kind(group, version, kind) {
    return chunk(`${group === "" ? "core" : group}/${version}`, kindText, kindChunks)?.get(kind);
  },
  type(ref) {
    const dot = ref.indexOf(".", ref.indexOf("/"));
    return chunk(ref.slice(0, dot), typeText, typeChunks)?.get(ref.slice(dot + 1));
  },
  kinds() {
    return KINDS.flatMap(([groupVersion, names]) => {
      const [folder = "", version = ""] = groupVersion.split("/");
      const group = folder === "core" ? "" : folder;
      return names.split(" ").map((kind) => ({ group, version, kind }));
    });
  },
};
