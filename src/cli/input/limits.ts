/** The deepest nesting that is read; the API server's own kinds stay below 50. */
export const MAX_DEPTH = 500;

/** The largest file that is read: the longest text that Node.js can hold. */
export const MAX_FILE = 512 * 1024 * 1024 - 32;
