// @ts-check
// The unions of types, from what observations and clashes say.

/** @typedef {import("./types.js").Clash} Clash */
/** @typedef {import("./types.js").Observation} Observation */
/** @typedef {import("../../src/core/facts.js").UnionFacts} UnionFacts */
/** By type. @typedef {Readonly<Record<string, readonly UnionFacts[]>>} Unions */

/**
 * @param {readonly Observation[]} observations of all kinds
 * @param {readonly Clash[]} clashes of all kinds
 * @returns {Unions}
 */
export function unionsFrom(observations, clashes) {
  /** @type {Map<string, UnionFacts[]>} */
  const found = new Map();
  const add = (/** @type {string} */ type, /** @type {UnionFacts} */ union) => {
    found.set(type, [...(found.get(type) ?? []), union]);
  };
  for (const [key, members] of discriminated(clashes)) {
    const [type = "", discriminator = ""] = key.split(" ");
    add(type, { discriminator, members });
  }
  for (const [type, members] of exclusive(observations)) add(type, { members });
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The members that go with each value, by type and discriminator. @param {readonly Clash[]} clashes */
function discriminated(clashes) {
  const fits = new Set(clashes.filter(({ refused }) => !refused).map(textOf));
  /** @type {Map<string, Record<string, string[]>>} */
  const found = new Map();
  for (const clash of clashes.filter((each) => each.refused && !fits.has(textOf(each))).sort(byText)) {
    const { type, discriminator, instead, member } = clash;
    const members = found.get(`${type} ${discriminator}`) ?? {};
    found.set(`${type} ${discriminator}`, members);
    members[instead] = [...new Set([...(members[instead] ?? []), member])].sort();
  }
  return [...found].map(([key, members]) => /** @type {const} */ ([key, sortedKeys(members)]));
}

/** @template T @param {Record<string, T>} record @returns {Record<string, T>} */
function sortedKeys(record) {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** One place may take what another one refuses. @param {Clash} clash */
function textOf({ type, discriminator, instead, value, member }) {
  return [type, discriminator, instead, value, member].join(" ");
}

/** @param {Clash} a @param {Clash} b */
function byText(a, b) {
  return textOf(a) < textOf(b) ? -1 : 1;
}

/** The fields that take each other's place, by type: those that may stand together are one member. @param {readonly Observation[]} observations */
function exclusive(observations) {
  const switched = new Links();
  const together = new Links();
  for (const { type = "", path, operation, outcome, instead, beside = [] } of observations) {
    if (operation !== "add" || (outcome !== "accepted" && outcome !== "refused")) continue;
    const name = path.slice(path.lastIndexOf(".") + 1);
    if (instead !== undefined) switched.link(type, name, instead);
    else for (const other of beside) together.link(type, name, other);
  }
  return switched.types().flatMap((type) =>
    switched.groups(type).map((group) => {
      // What goes with two that exclude each other is no part of it.
      const fields = group.filter((name) => !switched.hasPair(type, together.of(type, name)));
      const members = together.groups(type, fields).map((group) => [group[0] ?? "", group]);
      return /** @type {[string, Record<string, string[]>]} */ ([type, Object.fromEntries(members)]);
    }),
  );
}

/** Fields of types that belong together. */
class Links {
  /** @type {Map<string, Map<string, Set<string>>>} */
  #byType = new Map();

  /** @param {string} type @param {string} a @param {string} b */
  link(type, a, b) {
    const fields = this.#byType.get(type) ?? new Map();
    this.#byType.set(type, fields);
    fields.set(a, new Set([...(fields.get(a) ?? []), b]));
    fields.set(b, new Set([...(fields.get(b) ?? []), a]));
  }

  types() {
    return [...this.#byType.keys()].sort();
  }

  /** @param {string} type @param {string} name @returns {readonly string[]} */
  of(type, name) {
    return [...(this.#byType.get(type)?.get(name) ?? [])];
  }

  /** Whether two of some fields are linked. @param {string} type @param {readonly string[]} names */
  hasPair(type, names) {
    return names.some((name) => this.of(type, name).some((other) => names.includes(other)));
  }

  /** Fields that are linked, directly or by others, sorted. @param {string} type @param {readonly string[]} [among] */
  groups(type, among) {
    const fields = this.#byType.get(type) ?? new Map();
    const rest = new Set([...(among ?? fields.keys())].sort());
    /** @type {string[][]} */
    const groups = [];
    for (const first of rest) {
      const group = [first];
      for (const name of group) {
        for (const other of fields.get(name) ?? [])
          if (rest.has(other) && !group.includes(other)) group.push(other);
      }
      for (const name of group) rest.delete(name);
      groups.push(group.sort());
    }
    return groups;
  }
}
