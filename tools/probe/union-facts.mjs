// @ts-check
// The unions of types, from what observations and clashes say.

/** @typedef {import("./types.js").Clash} Clash */
/** @typedef {import("./types.js").Observation} Observation */
/** @typedef {import("../../src/core/facts.js").UnionFacts} UnionFacts */

/**
 * @param {readonly Observation[]} observations of all kinds
 * @param {readonly Clash[]} clashes of all kinds
 * @returns {ReadonlyMap<string, readonly UnionFacts[]>} by type
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
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The members that go with each value, by type and discriminator. @param {readonly Clash[]} clashes */
function discriminated(clashes) {
  /** @type {Map<string, Record<string, string[]>>} */
  const found = new Map();
  for (const { type, discriminator, instead, member } of [...clashes].sort(byText)) {
    const members = found.get(`${type} ${discriminator}`) ?? {};
    found.set(`${type} ${discriminator}`, members);
    members[instead] = [...new Set([...(members[instead] ?? []), member])].sort();
  }
  return found;
}

/** @param {Clash} a @param {Clash} b */
function byText(a, b) {
  return JSON.stringify(a) < JSON.stringify(b) ? -1 : 1;
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
    switched.groups(type).map((fields) => {
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
