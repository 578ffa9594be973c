// @ts-check
// What the built program learns from CustomResourceDefinitions.
const built = new URL("../../dist/rules/learn/", import.meta.url);

/** @type {typeof import("../../src/rules/learn/definition.js")} */
export const { kindsOfDefinitions } = await import(new URL("definition.js", built).href);

/** @type {typeof import("../../src/rules/learn/facts.js")} */
export const { factsOf } = await import(new URL("facts.js", built).href);
