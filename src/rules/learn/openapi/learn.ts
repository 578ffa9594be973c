import type { KindFacts } from "../../../core/facts.js";
import type { Unlearned } from "../../../core/unlearned.js";
import type { FactType } from "../../set.js";
import { type LearnedKind, learnedFrom, learnKinds } from "../kinds.js";
import { fieldAt } from "../place.js";
import { readSchema } from "../read-schema.js";
import type { CustomKind } from "../schema.js";
import { unknownsGiven } from "../unknowns.js";
import { isCustom, OpenApi } from "./document.js";
import { expanded } from "./expand.js";
import { TypedTypes } from "./typed.js";

/** A kind of which a server's OpenAPI is to tell. */
export interface ServedKind {
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
  readonly namespaced: boolean;
  readonly statusSubresource: boolean;
  /** What `/openapi/v3/apis/GROUP/VERSION` answers, for each version that has the kind. */
  readonly versions: readonly { readonly version: string; readonly document: unknown }[];
}

/**
 * Learns of a kind from a server's OpenAPI v3: of a custom one as from its definition, of an aggregated one by its Go types.
 * @returns undefined where no document describes it
 * @throws LearnError
 */
export function learnFromOpenApi(served: ServedKind): LearnedKind | undefined {
  const custom: CustomKind[] = [];
  const typed: Typed[] = [];
  for (const { version, document } of served.versions) {
    const openApi = new OpenApi(document);
    const found = openApi.kind({ group: served.group, version, kind: served.kind });
    if (found === undefined) continue;
    if (isCustom(found.schema)) custom.push(customKind(served, version, found.schema));
    else typed.push(typedKind(served, version, openApi, found.name));
  }
  if (typed.length > 0) return learnedTyped(typed);
  return learnKinds(custom, "the server's OpenAPI")[0];
}

type Described = NonNullable<ReturnType<OpenApi["kind"]>>;

function customKind(served: ServedKind, version: string, schema: Described["schema"]): CustomKind {
  const at = fieldAt(undefined, version);
  const read = readSchema(schema, {
    definition: `${served.plural}.${served.group}`,
    at,
    preserves: false,
    isPublished: true,
  });
  return { ...shared(served, version), schema: read, unknowns: [{ code: "definition-unread" }] };
}

/** A version of an aggregated kind. */
interface Typed {
  readonly custom: CustomKind;
  readonly kind: KindFacts;
  readonly types: Readonly<Record<string, FactType>>;
}

function typedKind(served: ServedKind, version: string, document: OpenApi, name: string): Typed {
  const { group, kind, namespaced, statusSubresource } = served;
  const nameOf = (word: string): string => `${group}/${version}.${word === kind ? kind : `${kind}.${word}`}`;
  const types = new TypedTypes(document, nameOf, name.slice(0, name.lastIndexOf(".") + 1));
  const type = types.read(name);
  const unknowns: Unlearned[] = [
    { code: "computed-defaults" },
    { code: "immutable" },
    ...(types.zeros > 0 ? [{ code: "zeros", fields: types.zeros } as const] : []),
    ...types.unknowns,
  ];
  const schema = expanded(document, document.schema(name) ?? {});
  return {
    custom: { ...shared(served, version), schema, unknowns },
    kind: { group, version, kind, type, namespaced, statusSubresource },
    types: types.types,
  };
}

function learnedTyped(typed: readonly Typed[]): LearnedKind {
  const types = Object.fromEntries(typed.flatMap((each) => Object.entries(each.types)));
  const versions = typed.map(({ custom }) => custom);
  const facts = { kinds: typed.map(({ kind }) => kind), types };
  return learnedFrom(versions, facts, "the server's OpenAPI", unknownsGiven);
}

function shared(
  { group, kind, plural, namespaced, statusSubresource }: ServedKind,
  version: string,
): Omit<CustomKind, "schema" | "unknowns"> {
  return { group, version, kind, plural, namespaced, statusSubresource };
}
