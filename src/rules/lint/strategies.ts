import { type Check, scopesOf } from "./context.js";

/** `exact` for a field whose rule compares no field; `derivative` would still say what a write leaves alone. */
export const strategies: Check = function* (context) {
  for (const { part, pointer, strategy, hash } of scopesOf(context)) {
    const isCompared = strategy !== "hash" || (hash?.drift ?? "none") !== "none";
    if (strategy === undefined || (isCompared && strategy !== "unconditional")) continue;
    for (const [index, entry] of (part.fields ?? []).entries()) {
      if (typeof entry === "string" || entry.strategy !== "exact") continue;
      const problem = { code: "useless-strategy", path: entry.path, strategy } as const;
      yield context.document.errorAtKey(problem, `${pointer}/fields/${index}/strategy`);
    }
  }
};
