// The gate beside an API server, on the project's own manifests.
import { accuracyTests } from "./accuracy.js";

accuracyTests([], 450);
