// Generated from schemas/ruleset.schema.json by: node tools/generate/types.mjs. Do not edit.

/**
 * A field path, better with the reason why it is not ours.
 */
export type IgnoreEntry =
  | string
  | {
      /**
       * A field path: spec.template.spec.containers[*].image, metadata.annotations[example.com/*], spec.ports[name=http].nodePort.
       */
      path: string;
      /**
       * The reason, for the person who reads an explanation or changes the rule. Left out: none is shown, and rules lint asks for one.
       */
      why?: string;
    };

/**
 * ruleset.json: what holds for a whole directory of rules.
 */
export interface RuleSetFile {
  /**
   * This file's JSON schema: with it an editor completes, explains and checks what is written. Left out: the editor knows nothing of it.
   */
  $schema?: string;
  /**
   * The version of the file format. A file of a newer one is refused.
   */
  format: 1;
  /**
   * The strategy of a kind without a rule.
   */
  fallback?: "exact" | "derivative" | "unconditional" | "observed";
  /**
   * Ignored in every kind, with or without a rule. Left out: nothing is.
   */
  ignore?: IgnoreEntry[];
  /**
   * The reason, for the person who reads an explanation or changes the rule. Left out: none is shown.
   */
  why?: string;
}
