// @ts-check
// Says by its exit code whether `npm run facts:crds` has all that it reads at hand: node ready.mjs
import { isAtHand, nameOf, SOURCES } from "./sources.mjs";

const missing = SOURCES.filter((source) => !isAtHand(source));
for (const source of missing) console.error(`${nameOf(source)} ${source.version} is not here`);
process.exitCode = missing.length > 0 ? 1 : 0;
