// @ts-check
// The built package, with the types of its sources.

/** @typedef {import("../../../src/index.js").Gate} Gate */
/** @typedef {import("../../../src/index.js").KubeObject} KubeObject */

/** @param {string} file */
const built = (file) => import(new URL(`../../../dist/${file}`, import.meta.url).href);

/** @type {typeof import("../../../src/index.js")} */
export const { bundledRules, compileRules, createEnsurer, createGate } = await built("index.js");

/** @type {typeof import("../../../src/adapter/testing/index.js")} */
export const { createMemoryPort } = await built("adapter/testing/index.js");

/** Who writes: the manager of live's own apply. */
export const MANAGER = "bench";
