// @ts-check
// Removes what an earlier build left, so that a package holds nothing stale.
import { rmSync } from "node:fs";

rmSync(new URL("../../dist", import.meta.url), { recursive: true, force: true });
