// The gate beside an API server, on the project's own manifests.
import { VERSIONS } from "../../tools/cluster/versions.mjs";
import { accuracyTests } from "./accuracy.js";

accuracyTests([], 450, {
  pairs: 0.9,
  refused: 0.1,
  // Kinds of the newest version are not served by an older one.
  refusals: (version) => (version === VERSIONS[0] ? [] : ["the server has no such kind"]),
});
