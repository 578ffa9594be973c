import type { FactSource, KindFacts, TypeFacts } from "../core/facts.js";
import { KINDS, TYPES } from "../generated/facts.js";

/** Facts embedded as texts, each parsed when first asked for. */
class Embedded<Facts> {
  readonly #texts: ReadonlyMap<string, Readonly<Record<string, string>>>;
  readonly #parsed = new Map<string, Facts>();

  constructor(texts: typeof TYPES) {
    this.#texts = new Map(texts);
  }

  get(groupVersion: string, name: string): Facts | undefined {
    const key = `${groupVersion}.${name}`;
    const known = this.#parsed.get(key);
    if (known) return known;
    const texts = this.#texts.get(groupVersion);
    const text = texts && Object.hasOwn(texts, name) ? texts[name] : undefined;
    if (text === undefined) return undefined;
    const facts = JSON.parse(text) as Facts;
    this.#parsed.set(key, facts);
    return facts;
  }

  *names(): Generator<readonly [groupVersion: string, name: string]> {
    for (const [groupVersion, texts] of this.#texts) {
      for (const name of Object.keys(texts)) yield [groupVersion, name];
    }
  }
}

const types = new Embedded<TypeFacts>(TYPES);
const kinds = new Embedded<KindFacts>(KINDS);

/** The names of the types that bundledFacts has. */
export function* bundledTypes(): Generator<string> {
  for (const [groupVersion, name] of types.names()) yield `${groupVersion}.${name}`;
}

/** The facts of the built-in kinds (schemas/facts), embedded as text: asking for a kind or a type parses that one. */
export const bundledFacts: FactSource = {
  kind: (group, version, kind) => kinds.get(`${group === "" ? "core" : group}/${version}`, kind),
  type(ref) {
    const dot = ref.indexOf(".", ref.indexOf("/"));
    return types.get(ref.slice(0, dot), ref.slice(dot + 1));
  },
  kinds() {
    return [...kinds.names()].map(([groupVersion, kind]) => {
      const [folder = "", version = ""] = groupVersion.split("/");
      return { group: folder === "core" ? "" : folder, version, kind };
    });
  },
};
