// Generated from schemas/cases.schema.json by: node tools/generate/types.mjs. Do not edit.

/**
 * <Kind>.cases.json: decisions that the rule beside it must give.
 */
export interface CasesFile {
  /**
   * This file's JSON schema: with it an editor completes, explains and checks what is written. Left out: the editor knows nothing of it.
   */
  $schema?: string;
  /**
   * How the writes are sent that this table is about. Left out: as --mode says, and else replace.
   */
  mode?: "replace" | "apply" | "merge";
  /**
   * The name that we write under. Left out: as --field-manager says, and else our-manager.
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
   * What the server adds when it stores the object: a JSON merge patch onto base, from which live starts. Left out: nothing.
   */
  stored?: {};
  /**
   * The decisions, each with its objects.
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
   * A JSON merge patch onto base. Left out: desired is base.
   */
  desired?: {};
  /**
   * A JSON merge patch onto the stored object; null: there is no live object. Left out: live is as it was stored.
   */
  live?: {} | null;
  /**
   * In apply mode, what our manager applied last: a JSON merge patch onto base; null: it never applied the object, so that somebody else wrote all of live. Left out: base.
   */
  applied?: {} | null;
  /**
   * In apply mode, what other managers own beside us. The values are those of live. Left out: nobody owns anything.
   *
   * @minItems 1
   */
  others?: OtherManager[];
  /**
   * The verdict that must come. Left out: the case fails; rules test --update states it.
   */
  verdict?: "skip" | "write" | "blocked" | "create";
  /**
   * The paths that must be the reasons to write, in any order. Left out: not checked.
   */
  changes?: string[];
  /**
   * The immutable paths that a write cannot change, in any order. Left out: not checked.
   */
  recreate?: string[];
  /**
   * What the body to send must have, by path; null: nothing there. Left out: not checked.
   */
  payload?: {};
  /**
   * The code of the reason that must be given. Left out: not checked.
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
   * How it wrote.
   */
  operation?: "Apply" | "Update";
  /**
   * The part of the object that it stated.
   */
  states: {};
}
