import { parseAllDocuments } from "yaml";
import type { FactData } from "../src/index.js";
import { kindsOfDefinitions } from "../src/rules/learn/definition.js";
import { factsOf } from "../src/rules/learn/facts.js";

/** The facts of the kinds that a YAML text of CustomResourceDefinitions defines. */
export function factsOfText(text: string): FactData {
  return factsOf(kindsOfDefinitions(objectsOf(text)));
}

/** The objects of a YAML text. */
export function objectsOf(text: string): readonly unknown[] {
  return parseAllDocuments(text).map((document): unknown => document.toJS());
}
