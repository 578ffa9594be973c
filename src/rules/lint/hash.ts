import type { Check } from "./context.js";

/** Settings of the hash strategy where no part of the rule uses that strategy. */
export const hash: Check = function* ({ rule, strategy, document }) {
  const hashed = [rule, ...(rule.overrides ?? [])].some(
    (part) => part.strategy === "hash" || part.when?.some((when) => when.strategy === "hash"),
  );
  if (hashed || strategy === "hash") return;
  if (rule.hash) yield document.errorAtKey({ code: "useless-hash", strategy }, "/hash");
  for (const [index, override] of (rule.overrides ?? []).entries()) {
    const own = override.strategy ?? strategy;
    if (override.hash)
      yield document.errorAtKey({ code: "useless-hash", strategy: own }, `/overrides/${index}/hash`);
  }
};
