import { isObject, type Json, type JsonObject } from "../../core/json.js";
import { formatPointer } from "../../core/path.js";
import { type Layout, printable, table } from "../../prose/index.js";
import type { CompiledRules, ResolvedRule } from "../../rules/compiled.js";
import { nearest } from "../../rules/nearest.js";
import type { Context } from "../context.js";
import { CommandError } from "../errors.js";
import type { Flags } from "../flags.js";
import { layoutOf } from "../layout.js";
import { settingsOf } from "../settings.js";
import { EXIT } from "../shell.js";

/** `churngate rules show KIND` or `KIND.status`: a kind's merged rule, each part with the file and line it was written at. */
export async function rulesShow(name: string, flags: Flags, { shell, engine }: Context): Promise<number> {
  const settings = await settingsOf(flags, ["text", "json"], shell);
  const { rules } = await engine(settings);
  const shown = findKinds(name, rules).map((kind) => ({
    ...kind,
    resolved: rules.resolve(kind.group, kind.version, kind.kind, kind.subresource),
  }));
  if (settings.output === "json") {
    const { toJson } = await import("../output/serialize.js");
    const entries = shown.map(({ group, kind, subresource, resolved }) => ({
      group,
      kind,
      subresource,
      fallback: resolved.fallback,
      rule: resolved.rule,
      sources: Object.fromEntries(partsOf(resolved).map(({ pointer, place }) => [pointer, place])),
    }));
    shell.out(toJson({ format: "rule-show/1", rules: entries }));
  } else {
    const layout = await layoutOf(shell);
    shell.out(shown.map((each) => showText(each, layout)).join("\n"));
  }
  return EXIT.nothing;
}

interface Named {
  readonly group: string;
  readonly kind: string;
  readonly version: string;
  readonly subresource?: "status";
}

const STATUS = ".status";

/** What a name means: with `.status`, the statuses of kinds; without, kinds, and their statuses where these have rules. */
function findKinds(name: string, rules: CompiledRules): readonly Named[] {
  const listed = rules.list().filter(({ subresource }) => subresource === "status");
  const ofStatus = name.toLowerCase().endsWith(STATUS);
  const found = namedKinds(ofStatus ? name.slice(0, -STATUS.length) : name, rules);
  return found.flatMap((each) => {
    const own = listed.find(({ group, kind }) => group === each.group && kind === each.kind);
    const version = own?.versions?.[0] ?? each.version;
    const status: Named = { group: each.group, kind: each.kind, version, subresource: "status" };
    return ofStatus ? [status] : own === undefined ? [each] : [each, status];
  });
}

/** The kinds that a name means: `Kind` in every group, or `group/Kind`. The letter case may differ. */
function namedKinds(name: string, rules: CompiledRules): readonly Named[] {
  const slash = name.lastIndexOf("/");
  const [group, kind] = [slash < 0 ? undefined : name.slice(0, slash), name.slice(slash + 1).toLowerCase()];
  const known = new Map<string, Named>();
  for (const { group: of, kind: named, versions } of rules.list())
    known.set(`${of}/${named}`, { group: of, kind: named, version: versions?.[0] ?? "" });
  for (const each of rules.facts.kinds()) {
    const key = `${each.group}/${each.kind}`;
    const listed = known.get(key);
    if (listed === undefined || listed.version === "") known.set(key, each);
  }
  const wanted = group === "core" ? "" : group;
  const found = [...known.values()].filter(
    (each) => each.kind.toLowerCase() === kind && (wanted === undefined || each.group === wanted),
  );
  if (found.length > 0) return found;
  const near = nearest(name.slice(slash + 1), new Set([...known.values()].map((each) => each.kind)));
  const hint = near === undefined ? "`churngate rules list` has them all." : `Did you mean ${near}?`;
  throw new CommandError("unknown-kind", `no rule and no facts of a kind ${name}`, hint);
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
    .filter(([property]) => !["$schema", "format", "group", "kind", "subresource"].includes(property))
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
    const { path, why, ...rest } = value;
    const more = Object.keys(rest).length === 0 ? "" : ` ${JSON.stringify(rest)}`;
    return printable(`${String(path)}${more}${typeof why === "string" ? ` (${why})` : ""}`);
  }
  return printable(JSON.stringify(value));
}
