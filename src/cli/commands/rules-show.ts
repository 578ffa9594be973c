import { isObject, type Json, type JsonObject } from "../../core/json.js";
import { formatPointer } from "../../core/path.js";
import { type Layout, printable, table } from "../../prose/index.js";
import type { ResolvedRule } from "../../rules/compiled.js";
import type { Context } from "../context.js";
import type { Flags } from "../flags.js";
import { layoutOf } from "../layout.js";
import { findKinds, type Named } from "../rules/named-kinds.js";
import { settingsOf } from "../settings.js";
import { EXIT } from "../shell.js";

export interface ShowFlags extends Flags {
  readonly explain?: boolean;
}

/** How wide a text is that is made to be read, where the terminal does not say. */
const WIDTH = 80;

/** `churngate rules show KIND` or `KIND.status`: a kind's merged rule, each part with the file and line it was written at. */
export async function rulesShow(name: string, flags: ShowFlags, { shell, engine }: Context): Promise<number> {
  const settings = await settingsOf(flags, ["text", "json"], shell);
  const { rules } = await engine(settings);
  const shown = findKinds(name, rules).map((kind) => ({
    ...kind,
    resolved: rules.resolve(kind.group, kind.version, kind.kind, kind.subresource),
  }));
  const { explainKind, explainedText } = await import("../rules/explain-kind.js");
  if (settings.output === "json") {
    const { toJson } = await import("../output/serialize.js");
    const entries = shown.map(({ group, kind, version, subresource, resolved }) => ({
      group,
      kind,
      subresource,
      fallback: resolved.fallback,
      rule: resolved.rule,
      sources: Object.fromEntries(partsOf(resolved).map(({ pointer, place }) => [pointer, place])),
      ...(flags.explain && {
        explained: explainKind(
          { group, kind, version, ...(subresource && { subresource }) },
          rules,
          resolved,
        ),
      }),
    }));
    shell.out(toJson({ format: "rule-show/1", rules: entries }));
  } else if (flags.explain) {
    const layout = await layoutOf({ columns: shell.columns ?? WIDTH });
    shell.out(
      shown.map(({ resolved, ...named }) => explainedText(named, rules, resolved, layout)).join("\n"),
    );
  } else {
    const layout = await layoutOf(shell);
    shell.out(shown.map((each) => showText(each, layout)).join("\n"));
  }
  return EXIT.nothing;
}

interface Part {
  readonly pointer: string;
  readonly property: string;
  readonly value: Json;
  readonly place: string;
}

/** The parts of a rule: each property, and each entry of a list. */
function partsOf(resolved: ResolvedRule): Part[] {
  const rule = resolved.rule as unknown as JsonObject;
  return Object.entries(rule)
    .filter(
      ([property]) => !["$schema", "$comment", "format", "group", "kind", "subresource"].includes(property),
    )
    .flatMap(([property, value = null]): Part[] => {
      const items: readonly (readonly [string | number | undefined, Json])[] = Array.isArray(value)
        ? value.map((item: Json, index) => [index, item])
        : [[undefined, value]];
      return items.map(([index, item]) => {
        const pointer = formatPointer(index === undefined ? [property] : [property, index]);
        const source = resolved.source(pointer);
        return {
          pointer,
          property,
          value: item,
          place: source === undefined ? "" : `${source.file}:${source.line}`,
        };
      });
    });
}

function showText(
  { group, kind, subresource, resolved }: Named & { readonly resolved: ResolvedRule },
  layout: Layout | undefined,
): string {
  const name = `${group === "" ? kind : `${group}/${kind}`}${subresource ? ` ${subresource}` : ""}`;
  const head = `${printable(name)}${resolved.fallback ? "   no rule: the fallback" : ""}`;
  const rows = partsOf(resolved).map(({ property, value, place }) => [
    property,
    partText(value),
    printable(place),
  ]);
  return `${head}\n${table(rows, { limit: 72, layout, indent: 2 })
    .map((line) => `  ${line}\n`)
    .join("")}`;
}

function partText(value: Json): string {
  if (typeof value === "string") return printable(value);
  if (isObject(value) && typeof value.path === "string") {
    const { path, why, $comment: _, ...rest } = value;
    const more = Object.keys(rest).length === 0 ? "" : ` ${JSON.stringify(rest)}`;
    return printable(`${String(path)}${more}${typeof why === "string" ? ` (${why})` : ""}`);
  }
  return printable(JSON.stringify(value));
}
