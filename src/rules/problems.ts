import type { Mode } from "../core/decision.js";
import type { PathError } from "../core/path.js";
import type { PathRole } from "./path-uses.js";

/** What a path was looked for in: a kind's type, or part of it. */
interface Nearest {
  /** The right word that is nearest to the wrong one, if one is near. */
  readonly nearest?: string;
}

/** What can be wrong with the text or shape of a rule file. A set with one of these is not used. */
type ShapeProblem =
  | { readonly code: "syntax"; readonly detail: string }
  | { readonly code: "duplicate-key"; readonly key: string }
  | ({ readonly code: "unknown-property"; readonly property: string } & Nearest)
  | { readonly code: "missing-property"; readonly property: string }
  | { readonly code: "wrong-type"; readonly expected: string; readonly found: string }
  | { readonly code: "empty"; readonly found: string }
  | ({
      readonly code: "unknown-strategy";
      readonly value: string;
      readonly allowed: readonly string[];
    } & Nearest)
  | ({
      readonly code: "unknown-value";
      readonly value: string;
      readonly allowed: readonly string[];
    } & Nearest)
  | { readonly code: "duplicate-value"; readonly value: string }
  | { readonly code: "newer-format"; readonly format: number; readonly supported: number }
  | {
      readonly code: "bad-path";
      readonly path: string;
      readonly detail: PathError["code"];
      /** Counts from 1 within the path. */
      readonly at: number;
    };

/** What can be wrong between rules. A set with one of these is not used. */
type SetProblem =
  | { readonly code: "duplicate-rule"; readonly kind: string; readonly other: string }
  | { readonly code: "duplicate-entry"; readonly path: string }
  | { readonly code: "misplaced-rule"; readonly kind: string; readonly expected: string }
  | { readonly code: "core-group" }
  | { readonly code: "extends-nothing"; readonly kind: string }
  | { readonly code: "removes-nothing"; readonly path: string }
  | { readonly code: "list-pairing"; readonly path: string }
  | { readonly code: "incidental-path"; readonly path: string }
  | { readonly code: "outside-status"; readonly path: string }
  | { readonly code: "not-in-status"; readonly property: string }
  | ({ readonly code: "unknown-type"; readonly type: string } & Nearest)
  | { readonly code: "unreadable"; readonly detail: string };

/** How writes are sent, and which table of cases says so; no table: the command line. */
interface KnownMode {
  readonly mode: Mode;
  readonly table?: string;
}

/** Two parts of a rule of which one keeps the other from being looked at. */
interface Shadow {
  readonly path: string;
  readonly role: PathRole;
  readonly by: string;
  readonly byRole: PathRole;
  /** The file and line of the other one. */
  readonly at: string;
}

/** What lint finds, by the facts of the kind and by good sense. */
type LintProblem =
  | ({ readonly code: "unknown-kind"; readonly group: string; readonly kind: string } & Nearest)
  | ({
      readonly code: "unknown-version";
      readonly version: string;
      readonly known: readonly string[];
    } & Nearest)
  | ({
      readonly code: "unknown-path";
      readonly path: string;
      /** The step that leads nowhere. */
      readonly step: string;
      /** The path up to that step; empty for the object itself. */
      readonly parent: string;
      /** What stands there, for a step that its type cannot take. */
      readonly type: string;
    } & Nearest)
  | ({
      readonly code: "unknown-sibling";
      readonly path: string;
      readonly name: string;
    } & Nearest)
  | { readonly code: "never-compared"; readonly path: string }
  | { readonly code: "useless-hash"; readonly strategy: string }
  | { readonly code: "useless-strategy"; readonly path: string; readonly strategy: string }
  /** The strategy does not look where the part would have to be seen. */
  | {
      readonly code: "blind-part";
      readonly property: "absent" | "once" | "finalizers";
      readonly path?: string;
      readonly strategy: string;
    }
  | { readonly code: "absent-fingerprint"; readonly path: string; readonly annotation: string }
  | {
      readonly code: "never-absent";
      readonly path: string;
      /** The server fills it in again, or refuses to take it away. */
      readonly because: "default" | "immutable";
    }
  | { readonly code: "immutable-hash"; readonly paths: readonly string[] }
  | ({ readonly code: "removals-in-merge"; readonly strategy: string } & KnownMode)
  | ({ readonly code: "release-is-ignore"; readonly path: string } & KnownMode)
  | ({ readonly code: "idle-fields" } & KnownMode)
  | { readonly code: "not-a-quantity"; readonly path: string; readonly type: string }
  | { readonly code: "not-a-list"; readonly path: string; readonly type: string }
  | ({ readonly code: "unknown-list-key"; readonly path: string; readonly key: string } & Nearest)
  /** `by` comes first, so that `path` is never looked at; `at` says where it stands. */
  | ({ readonly code: "shadowed" } & Shadow)
  /** The same, said of the one that comes first; `at` is where the other one stands. */
  | ({ readonly code: "shadows" } & Shadow)
  | { readonly code: "repeated-part"; readonly what: string; readonly line: number }
  | { readonly code: "repeats-inherited"; readonly path: string; readonly at: string }
  | { readonly code: "empty-part" }
  | { readonly code: "override-never-matches"; readonly property: string; readonly value: string }
  | { readonly code: "contradictory-condition"; readonly path: string }
  | {
      readonly code: "never-holds";
      readonly path: string;
      /** Every object has it, or it is of another type than the value. */
      readonly because: "always" | "type";
      readonly type?: string;
      readonly equals?: string;
    }
  | { readonly code: "mixed-types"; readonly type: string; readonly outer: string }
  | { readonly code: "missing-why"; readonly property: string }
  | { readonly code: "exact-without-facts"; readonly kind: string };

/** What is wrong, and the arguments that its sentence needs. */
export type RuleProblem = ShapeProblem | SetProblem | LintProblem;
