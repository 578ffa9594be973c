// Generated from schemas/rule.schema.json by: node tools/generate/types.mjs. Do not edit.

/**
 * A text, or the lines of one.
 *
 * @minItems 1
 */
export type Comment = string | string[];
/**
 * When to write. Left out: as the rule below says, which this one then has to extend.
 */
export type Strategy = "exact" | "derivative" | "hash" | "unconditional" | "observed";
/**
 * A field path, or one with a strategy of its own.
 */
export type FieldEntry =
  | string
  | {
      $comment?: Comment;
      /**
       * A field path: spec.template.spec.containers[*].image, metadata.annotations[example.com/*], spec.ports[name=http].nodePort.
       */
      path: string;
      /**
       * The strategy of this field alone. Left out: the rule's.
       */
      strategy?: "exact" | "derivative";
      /**
       * In a rule that extends another: takes the inherited entry of the same path away. Left out: the entry is added, or replaces that one.
       */
      remove?: true;
    };
/**
 * A field path, better with the reason why it is not ours.
 */
export type IgnoreEntry =
  | string
  | {
      $comment?: Comment;
      /**
       * A field path: spec.template.spec.containers[*].image, metadata.annotations[example.com/*], spec.ports[name=http].nodePort.
       */
      path: string;
      /**
       * The reason, for the person who reads an explanation or changes the rule. Left out: none is shown, and rules lint asks for one.
       */
      why?: string;
      /**
       * In a rule that extends another: takes the inherited entry of the same path away. Left out: the entry is added, or replaces that one.
       */
      remove?: true;
    };
/**
 * A field path, or the removal of an inherited one.
 */
export type PathEntry =
  | string
  | {
      $comment?: Comment;
      /**
       * A field path: spec.template.spec.containers[*].image, metadata.annotations[example.com/*], spec.ports[name=http].nodePort.
       */
      path: string;
      /**
       * In a rule that extends another: takes the inherited entry of the same path away. Left out: the entry is added, or replaces that one.
       */
      remove?: true;
    };
/**
 * The path of a field or a key, and what it is sent along with.
 */
export type IncidentalEntry =
  | string
  | {
      $comment?: Comment;
      /**
       * A field path that ends in a name: status.conditions[*].lastTransitionTime.
       */
      path: string;
      /**
       * The names of siblings: only a change of one of these sends it. Left out: a change of any.
       *
       * @minItems 1
       */
      with?: string[];
      /**
       * In a rule that extends another: takes the inherited entry of the same path away. Left out: the entry is added, or replaces that one.
       */
      remove?: true;
    };

/**
 * What to do with one kind.
 */
export interface Rule {
  /**
   * This file's JSON schema: with it an editor completes, explains and checks what is written. Left out: the editor knows nothing of it.
   */
  $schema?: string;
  $comment?: Comment;
  /**
   * The version of the file format. A file of a newer one is refused.
   */
  format: 1;
  /**
   * The API group; empty for the core group.
   */
  group: string;
  /**
   * The kind, as the API spells it.
   */
  kind: string;
  /**
   * The rule is for these API versions only. Left out: for all.
   *
   * @minItems 1
   */
  versions?: string[];
  /**
   * The rule is for the kind's status, in `<Kind>.status.json`: all of its paths start with `status`. Left out: for the object without its status.
   */
  subresource?: "status";
  /**
   * Inherits the rule of the set below: scalars and fields replace, lists append by path. Left out: this rule replaces that one whole.
   */
  extends?: true;
  strategy?: Strategy;
  /**
   * The reason, for the person who reads an explanation or changes the rule. Left out: none is shown.
   */
  why?: string;
  /**
   * What is ours. Left out: each top-level field that desired states, except metadata and status; for status, all of it.
   *
   * @minItems 1
   */
  fields?: FieldEntry[];
  /**
   * Never a reason to write, and never changed by a write. Left out: nothing is ignored.
   */
  ignore?: IgnoreEntry[];
  /**
   * Must be gone from live: old annotations, migrations. Left out: nothing must.
   */
  absent?: PathEntry[];
  /**
   * Stated when the object is created or live lacks it; afterwards ignored. Left out: nothing is.
   */
  once?: PathEntry[];
  /**
   * No longer ours. Never a reason to write; apply restates live's value until another manager owns it too, then leaves it out. Left out: nothing is given up.
   */
  release?: PathEntry[];
  /**
   * Refused on update, where the kind's facts don't say so. Left out: as the facts say.
   */
  immutable?: PathEntry[];
  /**
   * A quantity or a number that may only grow: live above desired is right. Left out: every difference counts.
   */
  atLeast?: PathEntry[];
  /**
   * How the items of a list are paired. Left out: as the kind's facts say, and else by position.
   */
  lists?: ListRule[];
  /**
   * Never a reason to write. Sent from desired where something else in the same struct or item differs; with `with`, only where one of these siblings does. Until then live's value is kept. Left out: nothing is.
   */
  incidental?: IncidentalEntry[];
  finalizers?: Finalizers;
  /**
   * What holds only while desired or live is in some state. Later entries win. Left out: nothing depends on it.
   */
  when?: When[];
  hash?: HashRule;
  /**
   * Other settings for some objects of the kind. Later entries win. Left out: all objects are treated alike.
   */
  overrides?: RuleOverride[];
}
/**
 * How the items of one list are paired.
 */
export interface ListRule {
  $comment?: Comment;
  /**
   * The list's field path.
   */
  path: string;
  /**
   * The fields of an item that tell it from the others. Left out: the items are paired as a set, or as the facts say.
   *
   * @minItems 1
   */
  keys?: string[];
  /**
   * The items are told apart by their whole values, and their order does not matter. Left out: they are paired by keys, or as the facts say.
   */
  set?: true;
  /**
   * What becomes of an item that desired does not have.
   */
  foreign?: "keep" | "remove";
  /**
   * In a rule that extends another: takes the inherited entry of the same path away. Left out: the entry is added, or replaces that one.
   */
  remove?: true;
}
/**
 * Finalizers are compared exactly within these, so that ours can be removed.
 */
export interface Finalizers {
  $comment?: Comment;
  /**
   * Our finalizers: those that desired states must be there, the others of these must not.
   *
   * @minItems 1
   */
  own: string[];
}
/**
 * Settings that hold only while a condition does.
 */
export interface When {
  $comment?: Comment;
  if: RuleCondition;
  /**
   * Never a reason to write, and never changed by a write, while the condition holds. Left out: nothing more is ignored.
   */
  ignore?: IgnoreEntry[];
  /**
   * The strategy while the condition holds. Left out: the rule's.
   */
  strategy?: "exact" | "derivative" | "hash" | "unconditional" | "observed";
  /**
   * What is ours while the condition holds. Left out: what the rule says.
   *
   * @minItems 1
   */
  fields?: FieldEntry[];
}
/**
 * What must hold. With neither exists nor equals: the path exists.
 */
export interface RuleCondition {
  /**
   * Which object to look at.
   */
  on: "desired" | "live";
  /**
   * The field path to look at.
   */
  path: string;
  /**
   * Whether the path must lead to a value.
   */
  exists?: boolean;
  /**
   * The value that must be there. Left out: any value will do.
   */
  equals?: string | number | boolean | null;
}
/**
 * Settings of the hash strategy.
 */
export interface HashRule {
  $comment?: Comment;
  /**
   * The annotation that records the fingerprint.
   */
  annotation?: string;
  /**
   * How live is compared as well, so that hand edits are seen.
   */
  drift?: "none" | "derivative" | "exact";
}
/**
 * Other settings for some objects of the kind: scalars and fields replace, lists append by path.
 */
export interface RuleOverride {
  $comment?: Comment;
  match: Match;
  /**
   * The strategy for these objects. Left out: the rule's.
   */
  strategy?: "exact" | "derivative" | "hash" | "unconditional" | "observed";
  /**
   * The reason, for the person who reads an explanation or changes the rule. Left out: the rule's.
   */
  why?: string;
  /**
   * What is ours. Replaces the rule's. Left out: as the rule says.
   *
   * @minItems 1
   */
  fields?: FieldEntry[];
  /**
   * Never a reason to write, and never changed by a write. Added to the rule's. Left out: as the rule says.
   */
  ignore?: IgnoreEntry[];
  /**
   * Must be gone from live: old annotations, migrations. Added to the rule's. Left out: as the rule says.
   */
  absent?: PathEntry[];
  /**
   * Stated when the object is created or live lacks it; afterwards ignored. Added to the rule's. Left out: as the rule says.
   */
  once?: PathEntry[];
  /**
   * No longer ours. Never a reason to write; apply restates live's value until another manager owns it too, then leaves it out. Added to the rule's. Left out: as the rule says.
   */
  release?: PathEntry[];
  /**
   * Refused on update, where the kind's facts don't say so. Added to the rule's. Left out: as the rule says.
   */
  immutable?: PathEntry[];
  /**
   * A quantity or a number that may only grow: live above desired is right. Added to the rule's. Left out: as the rule says.
   */
  atLeast?: PathEntry[];
  /**
   * How the items of a list are paired. Added to the rule's. Left out: as the rule says.
   */
  lists?: ListRule[];
  /**
   * Never a reason to write. Sent from desired where something else in the same struct or item differs; with `with`, only where one of these siblings does. Until then live's value is kept. Added to the rule's. Left out: as the rule says.
   */
  incidental?: IncidentalEntry[];
  finalizers?: Finalizers;
  /**
   * What holds only while desired or live is in some state. Later entries win. Added to the rule's. Left out: as the rule says.
   */
  when?: When[];
  hash?: HashRule;
}
/**
 * Which objects; all that is given must match. * stands for any text.
 */
export interface Match {
  /**
   * The object's name; * stands for any text. Left out: any.
   */
  name?: string;
  /**
   * The object's namespace; * stands for any text. Left out: any.
   */
  namespace?: string;
  /**
   * Labels of the desired object; in a value, * stands for any text. Left out: any.
   */
  labels?: {
    [k: string]: string;
  };
}
