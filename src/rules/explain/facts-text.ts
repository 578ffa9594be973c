import type { KindAbout } from "./about.js";
import { conditionalText } from "./conditional-text.js";
import { some } from "./some.js";

/** One thing that facts say, in a sentence, under a word that a document can be asked for. */
export interface FactLine {
  readonly about:
    | "fields"
    | "immutable"
    | "lists"
    | "ordered"
    | "filled"
    | "kept"
    | "ignored-on-update"
    | "finalizers"
    | "folded";
  readonly text: string;
}

/** What facts say of a kind, in sentences. */
export function factLines(about: KindAbout): readonly FactLine[] {
  const { facts, fields, lists, ordered, defaults, computed, immutable, mutable, kept, ignoredOnUpdate } =
    about;
  const line = (when: boolean, of: FactLine["about"], text: () => string): FactLine[] =>
    when ? [{ about: of, text: text() }] : [];
  return [
    ...line(
      fields.length > 0,
      "fields",
      () =>
        `Desired may state: ${some(
          fields.map(({ path }) => path),
          16,
        )}.`,
    ),
    ...line(
      immutable.length > 0,
      "immutable",
      () =>
        `An update may not change ${some(immutable.map(conditionalText))}${mutable.length === 0 ? "" : `, but for ${some(mutable.map(conditionalText), 4)}`}. Where only that differs, the verdict is \`blocked\`, and \`recreate\` names it; beside other differences it stays as live has it, and these are written.`,
    ),
    ...line(
      lists.length > 0,
      "lists",
      () =>
        `Paired by keys, whatever their order in live: ${some(lists.map(({ path, keys }) => (keys.length === 0 ? `${path} (a set)` : `${path} (${keys.join(", ")})`)))}. An apply merges them item by item; their order counts, but for a set's, unless \`lists\` pairs them.`,
    ),
    ...line(ordered.length > 0, "ordered", () => `One value each, whose order counts: ${some(ordered, 6)}.`),
    ...line(defaults.length + computed.length > 0, "filled", () => filledText(defaults, computed)),
    ...line(
      kept.length > 0,
      "kept",
      () => `The server fills in, and a PUT keeps as live has it: ${some(kept.map(conditionalText))}.`,
    ),
    ...line(
      ignoredOnUpdate.length > 0,
      "ignored-on-update",
      () =>
        `An update leaves as live has it, whatever it states: ${some(ignoredOnUpdate.map(conditionalText))}.`,
    ),
    ...line(
      (facts.serverFinalizers ?? []).length > 0,
      "finalizers",
      () => `The server adds the finalizers ${some(facts.serverFinalizers ?? [])}.`,
    ),
    ...Object.entries(facts.writeOnly ?? {}).map(([name, { into }]) => ({
      about: "folded" as const,
      text: `${name} is folded into ${into}, and never stored.`,
    })),
  ];
}

function filledText(defaults: readonly string[], computed: readonly string[]): string {
  const parts = [
    ...(defaults.length > 0 ? [`defaults at ${some(defaults)}`] : []),
    ...(computed.length > 0 ? [`what it works out at ${some(computed, 6)}`] : []),
  ];
  return `The server fills in ${parts.join("; ")}. Left out of desired, none of it is a difference.`;
}
