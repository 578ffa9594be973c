import { compileRules } from "../../../src/rules/compile.js";
import { factsOfText } from "../../definitions.js";
import { object, type Row, type Sent } from "./row.js";

const definition = (kind: string, subresources: string, schema: string): string => `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: ${kind.toLowerCase()}s.memory.example }
spec:
  group: memory.example
  scope: Namespaced
  names: { kind: ${kind}, plural: ${kind.toLowerCase()}s, singular: ${kind.toLowerCase()} }
  versions:
    - name: v1
      served: true
      storage: true
      ${subresources}
      schema: { openAPIV3Schema: { type: object, properties: ${schema.replaceAll("\n", " ")} } }
`;

const TYPED = `{
  spec: { type: object, properties: {
    size: { type: integer, default: 3 },
    id: { type: string, x-kubernetes-validations: [{ rule: self == oldSelf, message: id is fixed }] },
    none: { type: string, nullable: true },
    parts: { type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [name], items: { type: object, required: [name], properties: { name: { type: string }, weight: { type: integer, default: 1 } } } },
    tags: { type: array, x-kubernetes-list-type: set, items: { type: string } },
    list: { type: array, items: { type: string } } } },
  status: { type: object, properties: { phase: { type: string }, count: { type: integer } } } }`;

const LOOSE = `{
  spec: { type: object, x-kubernetes-preserve-unknown-fields: true },
  status: { type: object, x-kubernetes-preserve-unknown-fields: true } }`;

const described = [
  definition("Widget", "subresources: { status: {} }", TYPED),
  definition("Plain", "", TYPED),
].join("---");

/** Kinds that the port in memory knows by their facts, and one that it does not. */
export const CRDS: string = [described, definition("Loose", "subresources: { status: {} }", LOOSE)].join(
  "---",
);

export const facts = compileRules([{ rules: [], facts: factsOfText(described) }]).facts;

const one = (kind: string, body: object): Sent => object("memory.example/v1", kind, "one", { ...body });

const KINDS = ["Widget", "Plain", "Loose"] as const;

const manyKinds = (name: string, run: (kind: string) => Row["run"]): readonly Row[] =>
  KINDS.map((kind) => ({ name: `${kind}: ${name}`, run: run(kind) }));

const version = (of: Sent): string => String((of.metadata as { resourceVersion?: string }).resourceVersion);

/** The object with the version of another one. */
const at = (live: Sent, of: Sent): Sent =>
  ({ ...of, metadata: { ...of.metadata, resourceVersion: version(live) } }) as Sent;

export const custom: readonly Row[] = [
  ...manyKinds("created with empties and zeros, replaced, unchanged and changed", (kind) => async (t) => {
    const sent = one(kind, { spec: { size: 0, list: [], parts: [{ name: "a" }] }, status: { phase: "x" } });
    const live = await t.create(sent, { fieldManager: "maker" });
    await t.replace(live, { fieldManager: "other" });
    await t.replace(sent);
    await t.replace(at(live, one(kind, { spec: { size: 1, list: ["a"], parts: [{ name: "b" }] } })));
  }),
  ...manyKinds("applied by two, and less", (kind) => async (t) => {
    await t.apply(one(kind, { spec: { list: ["a", "b"], size: 3 } }), "first");
    await t.apply(one(kind, { spec: { list: ["a"] } }), "second");
    await t.apply(one(kind, { spec: { size: 3, other: undefined } }), "second");
    await t.apply(one(kind, { spec: { list: ["a", "b"] } }), "first");
    await t.apply(one(kind, { spec: {} }), "first");
  }),
  ...manyKinds("merged, with status through and beside its subresource", (kind) => async (t) => {
    await t.create(one(kind, { spec: { size: 1 } }));
    await t.merge(
      one(kind, {}),
      { spec: { size: 2, list: ["a"] }, status: { phase: "x" } },
      { fieldManager: "m" },
    );
    await t.merge(one(kind, {}), { spec: { size: 2 } }, { fieldManager: "m" });
    await t.merge(one(kind, {}), { metadata: { annotations: { a: "b" } } }, { fieldManager: "m" });
  }),
  {
    name: "Widget: status by its subresource",
    differs: {
      why: "status that is stated beside the subresource is no change; but the server notes the time of it",
      at: [/^4.object.metadata.managedFields.0.time$/],
    },
    run: async (t) => {
      await t.create(one("Widget", { spec: { size: 1 } }));
      await t.merge(
        one("Widget", {}),
        { spec: { size: 9 }, status: { phase: "a" } },
        { subresource: "status" },
      );
      await t.apply(one("Widget", { status: { count: 1 } }), "s", { subresource: "status" });
      await t.apply(one("Widget", { status: {} }), "s", { subresource: "status" });
      await t.apply(one("Widget", { spec: { size: 1 }, status: { phase: "z" } }), "m");
    },
  },
  {
    name: "Widget: items by key and a set, by two appliers",
    run: async (t) => {
      await t.apply(
        one("Widget", { spec: { parts: [{ name: "a" }, { name: "b", weight: 2 }], tags: ["x", "y"] } }),
        "first",
      );
      await t.apply(
        one("Widget", { spec: { parts: [{ name: "c" }, { name: "a" }], tags: ["z", "x"] } }),
        "second",
      );
      await t.apply(one("Widget", { spec: { parts: [{ name: "b", weight: 3 }], tags: ["y"] } }), "first");
      await t.apply(one("Widget", { spec: { parts: [{ name: "b", weight: 4 }], tags: [] } }), "second");
    },
  },
  {
    name: "Widget: what may not change",
    run: async (t) => {
      await t.create(one("Widget", { spec: { id: "a", none: null } }));
      await t.merge(one("Widget", {}), { spec: { id: "b" } });
    },
  },
];
