import { expect } from "vitest";
import type { Noted } from "../account.js";

const READS: ReadonlySet<string> = new Set(["get", "list", "watch"]);

/** That none of these requests could store anything, and that there were some that might have. */
export function expectNothingStored(noted: readonly Noted[]): void {
  const writes = noted.filter(({ verb }) => !READS.has(verb));
  const dry = writes.filter(({ requestURI }) =>
    new URL(requestURI, "http://server").searchParams.getAll("dryRun").includes("All"),
  );
  expect(writes.filter((each) => !dry.includes(each))).toEqual([]);
  expect(dry.length).toBeGreaterThan(0);
}
