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
   * How the writes are sent that this table is about; as the command line says, and `replace`, unless given. In `apply`, live of each case has the managedFields that it would have after our manager applied base.
   */
  mode?: "replace" | "apply" | "merge";
  /**
   * The name that we write under; as the command line says, and `our-manager`, unless given.
   */
  fieldManager?: string;
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
   * A JSON merge patch onto the stored object; null: there is no live object. managedFields that it states stand as they are.
   */
  live?: {} | null;
  /**
   * In apply mode, a JSON merge patch onto base: what our manager applied last, where that was not base; null: it never applied the object, so that somebody else owns all of it.
   */
  applied?: {} | null;
  /**
   * In apply mode, what other managers own beside us. The values are those of live.
   *
   * @minItems 1
   */
  others?: OtherManager[];
  /**
   * The verdict that must come.
   */
  verdict?: "skip" | "write" | "blocked" | "create";
  /**
   * The paths that must be the reasons to write, in any order.
   */
  changes?: string[];
  /**
   * The immutable paths that a write cannot change, in any order.
   */
  recreate?: string[];
  /**
   * What the body to send must have, by path; null: nothing there.
   */
  payload?: {};
  /**
   * The code of the reason that must be given.
   */
  reason?: string;
}
/**
 * Another manager, and what it owns.
 */
export interface OtherManager {
  /**
   * Its name.
   */
  manager: string;
  /**
   * How it wrote: `Apply` unless given.
   */
  operation?: "Apply" | "Update";
  /**
   * The part of the object that it stated.
   */
  states: {};
}
