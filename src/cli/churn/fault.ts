import type { Finding } from "../../adapter/churn/index.js";
import { counted } from "./numbers.js";
import type { Phrase } from "./phrase.js";

/** What is said of somebody. */
export type Accusation = Pick<Finding, "what" | "managers" | "userAgents" | "paths">;

/** Who did it: managers, or who they are by their requests; nobody where it cannot be told. */
export function makersOf({
  managers,
  userAgents = [],
}: Omit<Accusation, "what" | "paths">): readonly string[] {
  return managers.length > 0 ? managers : userAgents;
}

/** The same in words. */
export function makersPhrase(accusation: Omit<Accusation, "what" | "paths">): Phrase {
  const names = makersOf(accusation);
  return names.length === 0 ? ["Somebody who is not named"] : [{ names }];
}

/** What they did, in words that follow who. */
export function faultPhrase(accusation: Accusation): Phrase {
  const { what, paths } = accusation;
  const isOne = makersOf(accusation).length < 2;
  const verb = (stem: string): string => (isOne ? `${stem}s` : stem);
  const where = placesOf(paths);
  switch (what) {
    case "flips":
      return [`${verb("put")} `, ...(where ?? ["values"]), " back and forth"];
    case "moves-nothing":
      return [`${verb("make")} new versions in which nothing differs`];
    case "writes-nothing":
      return [`${verb("send")} writes that change nothing`];
    case "times-only":
      return [`${verb("change")} nothing but time stamps`, ...(where ? [" (", ...where, ")"] : [])];
    case "respells":
      return [`${verb("spell")} `, ...(where ?? ["values"]), ` otherwise, and ${verb("mean")} the same`];
  }
}

function placesOf([first, ...others]: Finding["paths"]): Phrase | undefined {
  if (first === undefined) return undefined;
  const more = others.length > 0 ? [` and ${counted(others.length, "other path")}`] : [];
  return [{ names: [first.path] }, ...more];
}
