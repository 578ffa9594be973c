import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Scalar,
  type YAMLMap,
} from "yaml";
import { type Json, setMember } from "../../core/json.js";
import type { InputCode } from "./error.js";
import { MAX_DEPTH } from "./limits.js";
import { number, resolvePlain } from "./scalar.js";

/** How many values aliases may expand to in one document. */
const MAX_ALIASED = 200_000;

type Members = Record<string, Json | undefined>;

/** A YAML value that JSON, or kubectl, does not take; `offset` is into the document's text. */
export class YamlValueError extends Error {
  constructor(
    readonly code: InputCode,
    message: string,
    readonly offset: number,
  ) {
    super(message);
  }
}

/** Turns one parsed document into JSON as kubectl does. */
export function yamlToJson(document: Document): Json {
  return document.contents === null ? null : new Reader().value(document.contents as Node, 0);
}

class Reader {
  readonly #anchors = new Map<string, Node>();
  readonly #open = new Set<Node>();
  #aliases = 0;
  #aliased = 0;

  value(node: Node, depth: number): Json {
    if (depth > MAX_DEPTH) throw error("too-deep", `nested deeper than ${MAX_DEPTH} levels`, node);
    if (this.#aliases > 0 && ++this.#aliased > MAX_ALIASED) {
      throw error("too-many-aliases", `aliases expand to more than ${MAX_ALIASED} values`, node);
    }
    if (isAlias(node)) return this.#alias(node, depth);
    const anchored = isScalar(node) || isMap(node) || isSeq(node) ? node.anchor : undefined;
    if (anchored !== undefined) this.#anchors.set(anchored, node);
    if (isScalar(node)) return scalar(node);
    this.#open.add(node);
    const value = isMap(node) ? this.#map(node, depth) : this.#list(node, depth);
    this.#open.delete(node);
    return value;
  }

  #list(node: Node, depth: number): Json {
    return isSeq(node) ? node.items.map((item) => this.value(item as Node, depth + 1)) : null;
  }

  #map(node: YAMLMap, depth: number): Json {
    const members: Members = {};
    const stated = new Set<string>();
    for (const pair of node.items) {
      const key = pair.key as Node;
      const value = pair.value as Node | null;
      if (isScalar(key) && key.type === "PLAIN" && key.source === "<<" && key.tag === undefined) {
        this.#merge(members, value, depth);
        continue;
      }
      const name = this.#key(key, depth);
      if (stated.has(name))
        throw error("duplicate-key", `the key ${JSON.stringify(name)} is there twice`, key);
      stated.add(name);
      setMember(members, name, value === null ? null : this.value(value, depth + 1));
    }
    return members;
  }

  #key(node: Node, depth: number): string {
    const value = node === null ? null : this.value(node, depth + 1);
    if (value === null || typeof value === "object") {
      throw error("bad-key", "a key must be text, a number or a boolean", node);
    }
    return String(value);
  }

  /** As go-yaml merges: over what stands before it, under what follows; of a list, the first wins. */
  #merge(members: Members, node: Node | null, depth: number): void {
    const value = node === null ? null : this.value(node, depth + 1);
    const sources = Array.isArray(value) ? [...value].reverse() : [value];
    for (const source of sources) {
      if (typeof source !== "object" || source === null || Array.isArray(source)) {
        throw error("bad-yaml", "<< takes a mapping or a list of mappings", node);
      }
      for (const [key, merged] of Object.entries(source)) setMember(members, key, merged as Json);
    }
  }

  #alias(node: Alias, depth: number): Json {
    const target = this.#anchors.get(node.source);
    if (target === undefined)
      throw error("bad-yaml", `no anchor named ${JSON.stringify(node.source)} above`, node);
    if (this.#open.has(target))
      throw error("bad-yaml", `the anchor ${JSON.stringify(node.source)} contains itself`, node);
    this.#aliases++;
    const value = this.value(target, depth);
    this.#aliases--;
    return value;
  }
}

/** One scalar, by its explicit tag or, where it is unquoted, by its text. */
function scalar(node: Scalar): Json {
  const text = typeof node.value === "string" ? node.value : String(node.source ?? "");
  const tag = node.tag?.replace("tag:yaml.org,2002:", "!!");
  const value = tag === undefined || tag === "!" ? untagged(node, text) : tagged(node, tag, text);
  if (typeof value === "number" && !Number.isFinite(value)) {
    throw error("bad-number", `${text} is not a number that JSON can hold`, node);
  }
  return value;
}

function untagged(node: Scalar, text: string): Json {
  return node.type === "PLAIN" && node.tag === undefined ? resolvePlain(text) : text;
}

function tagged(node: Scalar, tag: string, text: string): Json {
  if (tag === "!!int" || tag === "!!float") {
    const value = number(text);
    if (value !== undefined && (tag === "!!float" || Number.isInteger(Number(value)))) return value;
  } else if (tag === "!!bool") {
    const value = resolvePlain(text);
    if (typeof value === "boolean") return value;
  } else if (tag === "!!null") {
    if (resolvePlain(text) === null) return null;
  } else if (tag === "!!binary") {
    const base64 = text.replace(/\s/g, "");
    if (/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) return Buffer.from(base64, "base64").toString();
  } else return text;
  throw error("bad-tag", `the value is not a ${tag}`, node);
}

function error(code: InputCode, message: string, node: Node | null): YamlValueError {
  return new YamlValueError(code, message, node?.range?.[0] ?? 0);
}
