// @ts-check
// Keeps labelled pairs: JSON Lines, gzipped by the file's name.
import { createWriteStream, renameSync } from "node:fs";
import { finished } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { printJson } from "../cluster/json.mjs";

/**
 * The file has its name only once it is whole.
 * @param {string | undefined} file
 */
export function saver(file) {
  if (file === undefined) return { add() {}, async end() {} };
  const unfinished = `${file}.part`;
  const written = createWriteStream(unfinished);
  const stream = file.endsWith(".gz") ? createGzip() : written;
  if (stream !== written) stream.pipe(written);
  return {
    /** @param {object} pair */
    add(pair) {
      stream.write(`${printJson(pair)}\n`);
    },
    async end() {
      stream.end();
      await finished(written);
      renameSync(unfinished, file);
    },
  };
}
