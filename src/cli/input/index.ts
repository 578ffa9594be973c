export { type InputCode, InputError } from "./error.js";
export type { Manifest } from "./objects.js";
export { type Input, type InputOptions, parseText, readManifests } from "./read.js";
