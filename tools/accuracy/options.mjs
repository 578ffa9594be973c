// @ts-check
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { MODES, modeOf } from "../score/modes.mjs";

const OWN = [
  "../../test/accuracy/manifests",
  "../../examples/quickstart/desired.yaml",
  "../../examples/own-defaults-operator/desired.yaml",
].map((path) => fileURLToPath(new URL(path, import.meta.url)));

export const USAGE = `Usage: npm run accuracy [-- DIR_OR_FILE...]
  Manifests (the project's own): creates their objects on an API server, changes desired and
  live in many ways, and holds each decision against the server's own dry runs.
  --mode M[,M]            ${MODES.join(", ")} (all of them)
  --pairs N               about how many (8000)
  --custom                only custom kinds: pairs of the objects whose definitions are among the manifests
  --seed S                other pairs for another one (1)
  --converge              sends each payload for real too, and decides again
  --save FILE.jsonl[.gz]  keeps the labelled pairs; npm run score -- FILE scores them again, without a server
  --version V             of Kubernetes, for a server of its own
  --facts V               decide by the facts of another version of Kubernetes than the newest
  --service-accounts      such a server with the ServiceAccount admission plugin
  --kubeconfig FILE       another server: its current context, with a token. It is written to: no cluster that matters
  --server URL --ca FILE --token-file FILE   the same
  -o text|json`;

/** @param {string} given */
function countOf(given) {
  const count = Number(given);
  if (!Number.isInteger(count) || count < 1) throw new Error(`--pairs ${given}: not a number of pairs`);
  return count;
}

/**
 * @param {readonly string[]} [args]
 * @throws {Error} with a sentence for the user
 */
export function readOptions(args = process.argv.slice(2)) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      mode: { type: "string", default: MODES.join(",") },
      pairs: { type: "string", default: "8000" },
      seed: { type: "string", default: "1" },
      custom: { type: "boolean", default: false },
      converge: { type: "boolean", default: false },
      save: { type: "string" },
      version: { type: "string" },
      facts: { type: "string" },
      "service-accounts": { type: "boolean", default: false },
      kubeconfig: { type: "string" },
      server: { type: "string" },
      ca: { type: "string" },
      "token-file": { type: "string" },
      output: { type: "string", short: "o", default: "text" },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.output !== "text" && values.output !== "json")
    throw new Error(`unknown output ${values.output}; there are text and json`);
  return {
    ...values,
    output: values.output,
    modes: values.mode.split(",").map(modeOf),
    pairs: countOf(values.pairs),
    paths: positionals.length > 0 ? positionals : OWN,
  };
}
