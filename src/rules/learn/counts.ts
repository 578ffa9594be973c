import type { FieldFacts, ValueFacts } from "../../core/facts.js";
import type { FactData } from "../set.js";

/** How much was learned of a kind. */
export interface Counts {
  readonly types: number;
  readonly fields: number;
  readonly defaults: number;
  /** Lists whose items have keys, and sets. */
  readonly keyedLists: number;
  readonly sets: number;
  readonly nullable: number;
  /** Fields, or values in them, that are plain JSON. */
  readonly plain: number;
  /** Paths that an update may not change. */
  readonly immutable: number;
}

export function countsOf({ kinds, types }: FactData): Counts {
  const fields = Object.values(types).flatMap((type) => Object.values(type.fields));
  const values = fields.flatMap((field) => [...valuesIn(field)]);
  const count = (test: (value: Partial<FieldFacts>) => boolean): number => values.filter(test).length;
  return {
    types: Object.keys(types).length,
    fields: fields.length,
    defaults: count(({ default: filled }) => filled !== undefined),
    keyedLists: count((value) => value.type === "list" && value.list === "keyed"),
    sets: count((value) => value.type === "list" && value.list === "set"),
    nullable: count(({ nullable }) => nullable === true),
    plain: count(({ type }) => type === "any"),
    immutable: new Set(kinds.flatMap(({ immutable = [] }) => immutable.map(({ path }) => path))).size,
  };
}

function* valuesIn(value: ValueFacts): Generator<ValueFacts> {
  yield value;
  if (value.type === "list" || value.type === "map") yield* valuesIn(value.of);
}
