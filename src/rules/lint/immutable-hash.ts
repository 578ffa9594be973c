import { type PathUse, pathOf, pathUses } from "../path-uses.js";
import { topFields } from "../top-fields.js";
import { type Check, isBlind, type LintContext, scopesOf } from "./context.js";
import { covers } from "./covers.js";
import { fixedIn } from "./immutable-facts.js";

/**
 * What takes part in the fingerprint though no update may change it. The write that a difference there asks for records the
 * new fingerprint and leaves the value, so that nobody hears of it again.
 */
export const immutableHash: Check = function* (context) {
  for (const { pointer, ...scope } of scopesOf(context)) {
    if (!isBlind({ pointer, ...scope })) continue;
    const all = context.merged.flatMap(({ rule }) => [...pathUses(rule)]);
    const around = all.filter(({ scope: at }) => at === "" || at === pointer);
    const own = scope.part.fields ?? context.merged[0]?.rule.fields;
    const paths = [...new Set(fixedOf(context, own?.map(pathOf), around))];
    if (paths.length === 0) continue;
    const at = ["/strategy", "/hash", "/extends"].find((name) => name.slice(1) in scope.part) ?? "";
    yield context.document.errorAtKey({ code: "immutable-hash", paths }, `${pointer}${at}`, "warning");
  }
};

function* fixedOf(
  { facts, kinds, modes }: LintContext,
  fields: readonly string[] | undefined,
  uses: readonly PathUse[],
): Generator<string> {
  const left = uses.filter(({ role }) => LEFT_OUT.has(role)).map(({ path }) => path);
  // Only a PUT leaves the rule to say what is ours.
  const isPut = modes.every(({ mode }) => mode === "replace");
  const isOurs = (path: string): boolean =>
    fields === undefined || !isPut || fields.some((field) => covers(field, path) || covers(path, field));
  for (const { role, path } of uses) {
    if (role === "immutable" && isOurs(path) && !isServers(path) && !left.some((each) => covers(each, path)))
      yield path;
  }
  for (const kind of kinds) {
    for (const place of isPut ? (fields ?? topFields(facts, kind)) : topFields(facts, kind)) {
      for (const { path } of fixedIn(kind, place)) {
        if (!isServers(path) && !left.some((each) => covers(each, path))) yield path;
      }
    }
  }
}

/** What takes no part in a fingerprint. */
const LEFT_OUT: ReadonlySet<string> = new Set(["ignore", "release", "once", "incidental"]);

/** In metadata or status, which are not compared as fields are. */
function isServers(path: string): boolean {
  return covers("metadata", path) || covers("status", path);
}
