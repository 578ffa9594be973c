// Generated from schemas/cases.schema.json by: node tools/generate/types.mjs. Do not edit.

/**
 * <Kind>.cases.json: decisions that the rule beside it must give.
 */
export interface CasesFile {
  /**
   * This schema, for editors.
   */
  $schema?: string;
  /**
   * The object that every case starts from: desired and live.
   */
  base: {
    /**
     * As in any object.
     */
    apiVersion: string;
    /**
     * As in any object.
     */
    kind: string;
  };
  /**
   * A JSON merge patch onto base: what the server adds when it stores the object. Live starts from the result.
   */
  stored?: {};
  /**
   * The decisions.
   *
   * @minItems 1
   */
  cases: RuleCase[];
}
/**
 * One decision.
 */
export interface RuleCase {
  /**
   * What is shown, in a few words.
   */
  name: string;
  /**
   * A JSON merge patch onto base.
   */
  desired?: {};
  /**
   * A JSON merge patch onto the stored object; null: there is no live object.
   */
  live?: {} | null;
  /**
   * The verdict that must come.
   */
  verdict: "skip" | "write" | "blocked" | "create";
  /**
   * The paths that must be the reasons to write, in any order.
   */
  changes?: string[];
  /**
   * The immutable paths that a write cannot change, in any order.
   */
  recreate?: string[];
  /**
   * The code of the reason that must be given.
   */
  reason?: string;
}
