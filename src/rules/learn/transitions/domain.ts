import type { Schema } from "../schema.js";
import type { Held } from "./evaluate.js";
import {
  type CelType,
  type Expression,
  type Literal,
  operandsOf,
  partsOf,
  type Reference,
} from "./expression.js";
import { isPresent, schemaAt } from "./place.js";
import { statedValues, typeAt } from "./types.js";

/** A field that a rule names: what it may hold, so that any two values which the rule can tell apart are among them. */
export interface Field {
  readonly path: readonly string[];
  readonly type: CelType;
  /** All values that it can have; else some stand for all the others. */
  readonly finite: boolean;
  readonly values: readonly Literal[];
  /** Of these, the ones that stand for themselves only. */
  readonly named: ReadonlySet<Literal>;
  readonly holdings: readonly Held[];
}

/**
 * The fields that a rule on a value of this schema names.
 * @param rule one whose meaning there is certain
 * @returns undefined where one lies within another
 */
export function fieldsOf(rule: Expression, schema: Schema): readonly Field[] | undefined {
  const groups = groupsOf(rule);
  const paths = groups.flatMap((group) => [...group.paths.values()]);
  const isWithin = (path: readonly string[]) =>
    paths.some((other) => other !== path && other.every((name, step) => path[step] === name));
  if (paths.some(isWithin)) return undefined;
  return groups.flatMap((group) => fieldsOfGroup(group, schema));
}

/** The fields that a rule refers to. */
export function referencesIn(rule: Expression): readonly Reference[] {
  return [...partsOf(rule)].flatMap((part) =>
    part.type === "has"
      ? [part.reference]
      : operandsOf(part).flatMap((each) => ("reference" in each ? [each.reference] : [])),
  );
}

/** Fields that are compared with each other, and the literals that they are compared with. */
interface Group {
  readonly paths: ReadonlyMap<string, readonly string[]>;
  readonly literals: readonly Literal[];
}

function groupsOf(rule: Expression): readonly Group[] {
  let groups: readonly Group[] = referencesIn(rule).map((each) => groupOf([each], []));
  for (const part of partsOf(rule)) {
    const operands = operandsOf(part);
    const references = operands.flatMap((each) => ("reference" in each ? [each.reference] : []));
    const literals = operands.flatMap((each) => ("literal" in each ? [each.literal] : []));
    groups = [...groups, groupOf(references, literals)];
  }
  return groups.reduce<readonly Group[]>(joined, []);
}

function groupOf(references: readonly Reference[], literals: readonly Literal[]): Group {
  return { paths: new Map(references.map(({ path }) => [JSON.stringify(path), path])), literals };
}

function joined(groups: readonly Group[], group: Group): readonly Group[] {
  if (group.paths.size === 0) return groups;
  const touching = groups.filter(({ paths }) => [...paths.keys()].some((key) => group.paths.has(key)));
  const all = [...touching, group];
  const whole: Group = {
    paths: new Map(all.flatMap(({ paths }) => [...paths])),
    literals: [...new Set(all.flatMap(({ literals }) => literals))],
  };
  return [...groups.filter((each) => !touching.includes(each)), whole];
}

/** Each of its fields counts twice: before and after. So many values that no rule names may all differ. */
function fieldsOfGroup({ paths, literals }: Group, outer: Schema): readonly Field[] {
  const fields = [...paths.values()].map((path) => ({ path, schema: schemaAt(outer, path) ?? outer }));
  const stated = fields.flatMap(({ schema }) => statedValues(schema) ?? []);
  const named = new Set<Literal>([...literals, ...stated]);
  const count = 2 * fields.length;
  return fields.map(({ path, schema }) => {
    const type = typeAt(schema);
    const all = type === "bool" ? [true, false] : statedValues(schema);
    const values = all ?? valuesOf(type, [...named], count);
    return {
      ...{ path, type, named, values, finite: all !== undefined },
      holdings: [...values.map((value) => ({ value })), ...absences(path, outer)],
    };
  });
}

/** That a step to a field is missing: each that may be. */
function absences(path: readonly string[], outer: Schema): readonly Held[] {
  return path.flatMap((name, step) => {
    const holder = schemaAt(outer, path.slice(0, step));
    return holder !== undefined && isPresent(holder, name) ? [] : [{ missing: step }];
  });
}

/** The values that are named, and as many others as a rule may tell apart; of numbers, in each gap between the named. */
function valuesOf(type: CelType, named: readonly Literal[], count: number): readonly Literal[] {
  const steps = [...Array(count).keys()].map((index) => index + 1);
  if (type !== "int" && type !== "double") {
    const others = steps.map((step) => `\0${step}`).filter((other) => !named.includes(other));
    return [...named, ...others];
  }
  const numbers = named.filter((each) => typeof each === "number").sort((a, b) => a - b);
  const around =
    numbers.length === 0
      ? steps
      : numbers.flatMap((each) => [each, ...steps.flatMap((by) => [each - by, each + by])]);
  const between =
    type === "int"
      ? []
      : numbers.slice(1).flatMap((high, index) => {
          const low = numbers[index] ?? high;
          return steps.map((step) => low + ((high - low) * step) / (count + 1));
        });
  return [...new Set([...around, ...between])].sort((a, b) => a - b);
}
