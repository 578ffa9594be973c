// Generated from schemas/rule.schema.json by: node tools/generate/types.mjs. Do not edit.

/**
 * A text, or the lines of one.
 *
 * @minItems 1
 */
export type Comment = string | string[];
/**
 * When to write. exact: what we own is not exactly what desired states. derivative: a value that desired states differs. hash: the fingerprint of desired differs from the recorded one. unconditional: always. observed: live differs from what the server answered to the same desired object.
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
       * The strategy of this field alone.
       */
      strategy?: "exact" | "derivative";
      /**
       * In a rule that extends another: takes the inherited entry of the same path away.
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
       * The reason, for the person who reads an explanation or changes the rule.
       */
      why?: string;
      /**
       * In a rule that extends another: takes the inherited entry of the same path away.
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
       * In a rule that extends another: takes the inherited entry of the same path away.
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
       * In a rule that extends another: takes the inherited entry of the same path away.
       */
      remove?: true;
    };

/**
 * What to do with one kind. Each property is explained for people in rule.md.
 */
export interface Rule {
  /**
   * This schema, for editors.
   */
  $schema?: string;
  $comment?: Comment;
  /**
   * The version of the file format.
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
   * The reason, for the person who reads an explanation or changes the rule.
   */
  why?: string;
  /**
   * What is ours. Left out: each top-level field that desired states, except metadata and status; for status, all of it.
   *
   * @minItems 1
   */
  fields?: FieldEntry[];
  /**
   * Never a reason to write, and never changed by a write.
   */
  ignore?: IgnoreEntry[];
  /**
   * Must be gone from live.
   */
  absent?: PathEntry[];
  /**
   * Stated when the object is created or live lacks it; afterwards ignored.
   */
  once?: PathEntry[];
  /**
   * No longer ours. Never a reason to write; apply restates live's value until another manager owns it too, then leaves it out.
   */
  release?: PathEntry[];
  /**
   * Refused on update, where the kind's facts don't say so.
   */
  immutable?: PathEntry[];
  /**
   * A quantity that may only grow: live above desired is right.
   */
  atLeast?: PathEntry[];
  /**
   * How the items of a list are paired.
   */
  lists?: ListRule[];
  /**
   * Never a reason to write. Sent from desired where something else in the same struct or item differs; with `with`, only where one of these siblings does. Until then live's value is kept.
   */
  incidental?: IncidentalEntry[];
  finalizers?: Finalizers;
  /**
   * What holds only while desired or live is in some state. Later entries win.
   */
  when?: When[];
  hash?: HashRule;
  /**
   * Other settings for some objects of the kind. Later entries win.
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
   * The item's fields that tell it from the others.
   *
   * @minItems 1
   */
  keys?: string[];
  /**
   * The items are told apart by their whole values, and their order does not matter.
   */
  set?: true;
  /**
   * What to do with an item that desired does not have. Left out: remove.
   */
  foreign?: "keep" | "remove";
  /**
   * In a rule that extends another: takes the inherited entry of the same path away.
   */
  remove?: true;
}
/**
 * Finalizers are compared exactly within these, so that ours can be removed.
 */
export interface Finalizers {
  $comment?: Comment;
  /**
   * Our finalizers.
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
   * Never a reason to write, and never changed by a write.
   */
  ignore?: IgnoreEntry[];
  /**
   * The strategy while the condition holds.
   */
  strategy?: "exact" | "derivative" | "hash" | "unconditional" | "observed";
  /**
   * What is ours. Left out: each top-level field that desired states, except metadata and status; for status, all of it.
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
   * The value that must be there.
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
   * How live is compared as well, so that hand edits are seen. Left out: none.
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
   * The strategy for these objects.
   */
  strategy?: "exact" | "derivative" | "hash" | "unconditional" | "observed";
  /**
   * The reason, for the person who reads an explanation or changes the rule.
   */
  why?: string;
  /**
   * What is ours. Left out: each top-level field that desired states, except metadata and status; for status, all of it.
   *
   * @minItems 1
   */
  fields?: FieldEntry[];
  /**
   * Never a reason to write, and never changed by a write.
   */
  ignore?: IgnoreEntry[];
  /**
   * Must be gone from live.
   */
  absent?: PathEntry[];
  /**
   * Stated when the object is created or live lacks it; afterwards ignored.
   */
  once?: PathEntry[];
  /**
   * No longer ours. Never a reason to write; apply restates live's value until another manager owns it too, then leaves it out.
   */
  release?: PathEntry[];
  /**
   * Refused on update, where the kind's facts don't say so.
   */
  immutable?: PathEntry[];
  /**
   * A quantity that may only grow: live above desired is right.
   */
  atLeast?: PathEntry[];
  /**
   * How the items of a list are paired.
   */
  lists?: ListRule[];
  /**
   * Never a reason to write. Sent from desired where something else in the same struct or item differs; with `with`, only where one of these siblings does. Until then live's value is kept.
   */
  incidental?: IncidentalEntry[];
  finalizers?: Finalizers;
  /**
   * What holds only while desired or live is in some state. Later entries win.
   */
  when?: When[];
  hash?: HashRule;
}
/**
 * Which objects; all that is given must match. * stands for any text.
 */
export interface Match {
  /**
   * The object's name.
   */
  name?: string;
  /**
   * The object's namespace.
   */
  namespace?: string;
  /**
   * Labels of the desired object.
   */
  labels?: {
    [k: string]: string;
  };
}
