import { formatPath } from "../../core/path.js";
import type { RuleLiteral } from "../set.js";
import { SERVERS } from "../top-fields.js";
import type { CustomKind } from "./schema.js";

/** The rule that is proposed for a kind; `source` says what it rests on. */
export function ruleOf(versions: readonly CustomKind[], source: string): RuleLiteral {
  const [{ group, kind }] = versions as readonly [CustomKind];
  const fields = fieldsOf(versions);
  const known = `What the server fills in and drops is known from ${source}, so that a removed field can be seen`;
  const why = fields === undefined ? `${known}.` : `${known}, one of the outermost too.`;
  return { group, kind, strategy: "exact", why, ...(fields !== undefined && { fields }) };
}

/**
 * The outermost fields, where there is more to a kind than its spec: one that desired no longer states would else be nobody's. Not
 * where there may be others, nor where status is one of them: what desired states is compared then.
 */
function fieldsOf(versions: readonly CustomKind[]): string[] | undefined {
  const names = new Set(versions.flatMap(({ schema }) => [...schema.properties.keys()]));
  const isOpen = versions.some(
    ({ schema, statusSubresource }) =>
      schema.preserves || (!statusSubresource && schema.properties.has("status")),
  );
  const own = [...names].filter((name) => !SERVERS.has(name));
  if (isOpen || own.every((name) => name === "spec")) return undefined;
  return own.map((key) => formatPath([{ kind: "key", key }]));
}
