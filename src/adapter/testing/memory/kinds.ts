import { identityOf } from "../../../core/decide/identity.js";
import type { FactSource, KindFacts } from "../../../core/facts.js";
import type { Json } from "../../../core/json.js";
import { partsOf } from "../../../core/plan/parts.js";
import { compilePlan } from "../../../core/plan/plan.js";
import type { RootShape } from "../../../core/plan/root.js";
import { TypeNodes } from "../../../core/plan/types.js";
import { StructNode } from "../../../core/walk/struct.js";
import { PRINTED } from "../../../generated/printed.js";
import { pluralOf } from "../../port/plural.js";
import { type Traits, traitsOf } from "./traits.js";

/** What the port knows of a kind. */
export interface Kind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly apiVersion: string;
  /** The resource's name, guessed as discovery's are formed. */
  readonly plural: string;
  readonly facts: KindFacts | undefined;
  readonly root: RootShape;
  /** Status is written by its subresource only. */
  readonly statusSubresource: boolean;
  readonly traits: Traits;
  /** What a struct prints even where it is empty. */
  printed(node: StructNode): Readonly<Record<string, Json>>;
}

const NOTHING: Readonly<Record<string, Json>> = Object.freeze({});

/** Kinds by their facts, each compiled when first met. */
export function kindsOf(facts: FactSource): (object: unknown) => Kind {
  const types = new TypeNodes(facts);
  const printed = printedFields(types);
  const kinds = new Map<string, Kind>();
  return (object) => {
    const { group, version, kind } = identityOf(object);
    const apiVersion = group === "" ? version : `${group}/${version}`;
    const name = `${apiVersion} ${kind}`;
    const known = kinds.get(name);
    if (known !== undefined) return known;
    const found = facts.kind(group, version, kind);
    const made: Kind = {
      group,
      version,
      kind,
      apiVersion,
      plural: pluralOf(kind.toLowerCase()),
      facts: found,
      root: withStatus(rootOf(found, types, false), rootOf(found, types, true)),
      statusSubresource: found?.statusSubresource ?? true,
      traits: traitsOf(group, kind),
      printed: (node) => printed(node) ?? NOTHING,
    };
    kinds.set(name, made);
    return made;
  };
}

function rootOf(facts: KindFacts | undefined, types: TypeNodes, onlyStatus: boolean): RootShape {
  return compilePlan(facts, types, partsOf([]), { mode: "apply", keeps: false, onlyStatus }).root;
}

/** A plan knows the status where it goes through its subresource only if it is for nothing else. */
function withStatus(root: RootShape, ofStatus: RootShape): RootShape {
  const { fields, rest, traits } = root.struct;
  const status = ofStatus.struct.fields.get("status");
  if (root.status || status === undefined) return root;
  const all = new Map(fields).set("status", status);
  return { ...root, struct: new StructNode(all, false, false, rest, traits) };
}

/** A struct that a rule or fact marks is a copy; its fields still name the ones that they stood among. */
function printedFields(types: TypeNodes): (node: StructNode) => Readonly<Record<string, Json>> | undefined {
  let byFields: Map<unknown, Readonly<Record<string, Json>>> | undefined;
  return (node) => {
    byFields ??= new Map(
      PRINTED.flatMap(([type, fields]) =>
        [false, true].flatMap((byValue) =>
          [false, true].flatMap((atomic) => {
            const struct = types.struct(type, byValue, atomic);
            return struct instanceof StructNode ? [[struct.fields, fields] as const] : [];
          }),
        ),
      ),
    );
    const [first] = node.fields.values();
    return byFields.get(first?.siblings);
  };
}
