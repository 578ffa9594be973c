export { readDocument } from "./read-document.js";
export { ReadingError } from "./reading.js";
