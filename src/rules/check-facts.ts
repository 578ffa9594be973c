import type { FactSource, FieldFacts, KindFacts, TypeFacts, ValueFacts } from "../core/facts.js";
import { formatPointer, PathError, parsePath } from "../core/path.js";
import type { RuleDocument } from "./document.js";
import type { RuleError } from "./errors.js";
import { bundledTypes } from "./facts.js";
import { nearest } from "./nearest.js";
import type { LoadedFacts } from "./read-file.js";

/** What a schema cannot say of facts: that what they name is there, and the grammar of their paths. */
export function checkFacts(own: readonly LoadedFacts[], facts: FactSource): readonly RuleError[] {
  return own.flatMap((file) => [...new FactsCheck(file.document, own, facts).errors(file)]);
}

class FactsCheck {
  constructor(
    private readonly document: RuleDocument,
    private readonly own: readonly LoadedFacts[],
    private readonly facts: FactSource,
  ) {}

  *errors({ kinds, types }: LoadedFacts): Generator<RuleError> {
    for (const [index, kind] of kinds.entries()) yield* this.kind(kind, ["kinds", index]);
    for (const [name, type] of Object.entries(types)) yield* this.type(name, type, ["types", name]);
  }

  private *kind(kind: KindFacts, at: Steps): Generator<RuleError> {
    if (kind.group === "core")
      yield this.document.errorAt({ code: "core-group" }, formatPointer([...at, "group"]));
    yield* this.ref(kind.type, [...at, "type"]);
    for (const [path, field] of Object.entries(kind.fields ?? {})) {
      yield* this.path(path, [...at, "fields", path], true);
      yield* this.value(path, field, [...at, "fields", path]);
    }
    for (const list of ["immutable", "mutable", "keepFromLive", "ignoredOnUpdate"] as const) {
      for (const [index, { path, when = [] }] of (kind[list] ?? []).entries()) {
        const entry = [...at, list, index];
        yield* this.path(path, [...entry, "path"]);
        if ("path" in when) yield* this.path(when.path, [...entry, "when", "path"]);
        else for (const [i, on] of when.entries()) yield* this.path(on.path, [...entry, "when", i, "path"]);
      }
    }
    for (const [index, path] of (kind.sensitive ?? []).entries())
      yield* this.path(path, [...at, "sensitive", index]);
  }

  private *type(name: string, type: TypeFacts, at: Steps): Generator<RuleError> {
    const fields = Object.keys(type.fields);
    for (const [key, field] of Object.entries(type.fields)) {
      const place = [...at, "fields", key];
      yield* this.value(key, field, place);
      for (const sibling of Object.keys(field.when ?? {})) {
        if (fields.includes(sibling)) continue;
        const problem = {
          code: "unknown-sibling",
          path: key,
          name: sibling,
          ...near(sibling, fields),
        } as const;
        yield this.document.errorAtKey(problem, formatPointer([...place, "when", sibling]));
      }
    }
    for (const [index, { discriminator, members }] of (type.unions ?? []).entries()) {
      const union = [...at, "unions", index];
      if (discriminator !== undefined)
        yield* this.field(name, fields, discriminator, [...union, "discriminator"]);
      for (const [member, names] of Object.entries(members)) {
        for (const [i, field] of names.entries())
          yield* this.field(name, fields, field, [...union, "members", member, i]);
      }
    }
  }

  private *field(type: string, fields: readonly string[], name: string, at: Steps): Generator<RuleError> {
    if (fields.includes(name)) return;
    const problem = { code: "unknown-path", path: name, step: name, parent: type, type: "struct" } as const;
    yield this.document.errorAt({ ...problem, ...near(name, fields) }, formatPointer(at));
  }

  private *value(name: string, value: ValueFacts | Partial<FieldFacts>, at: Steps): Generator<RuleError> {
    if ("ref" in value && value.ref !== undefined) yield* this.ref(value.ref, [...at, "ref"]);
    if (!("of" in value) || value.of === undefined) return;
    yield* this.value(name, value.of, [...at, "of"]);
    if (!("keys" in value)) return;
    const fields = this.fieldsOf(value.of);
    for (const [index, key] of (value.keys ?? []).entries()) {
      if (fields?.includes(key) ?? true) continue;
      const problem = { code: "unknown-list-key", path: name, key, ...near(key, fields ?? []) } as const;
      yield this.document.errorAt(problem, formatPointer([...at, "keys", index]));
    }
  }

  /** The fields that a list's items may have; undefined where they may have any. */
  private fieldsOf(item: ValueFacts): readonly string[] | undefined {
    if (item.type === "any" || item.type === "map") return undefined;
    if (item.type !== "struct") return [];
    const type = this.facts.type(item.ref);
    return type === undefined || type.keepsUnknown ? undefined : Object.keys(type.fields);
  }

  private *ref(type: string, at: Steps): Generator<RuleError> {
    if (this.facts.type(type) !== undefined) return;
    const names = [...this.own.flatMap(({ types }) => Object.keys(types)), ...bundledTypes()];
    yield this.document.errorAt({ code: "unknown-type", type, ...near(type, names) }, formatPointer(at));
  }

  private *path(path: string, at: Steps, isKey = false): Generator<RuleError> {
    try {
      parsePath(path);
    } catch (error) {
      if (!(error instanceof PathError)) throw error;
      const problem = { code: "bad-path", path, detail: error.code, at: error.column } as const;
      if (isKey) yield this.document.errorAtKey(problem, formatPointer(at));
      else yield this.document.errorInString(problem, formatPointer(at), error.column - 1);
    }
  }
}

type Steps = readonly (string | number)[];

function near(word: string, words: readonly string[]): { readonly nearest?: string } {
  const found = nearest(word, words);
  return found === undefined ? {} : { nearest: found };
}
