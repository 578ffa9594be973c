// @ts-check
import { productOf } from "./claims.mjs";
import { moved, sum } from "./counts.mjs";

/** @typedef {import("./types.d.ts").Claim} Claim @typedef {import("./types.d.ts").Counted} Counted */

const figure = (/** @type {number} */ value) => value.toLocaleString("en");

/**
 * As Markdown.
 * @param {Awaited<ReturnType<typeof import("./run.mjs").run>>} result @param {readonly Claim[]} claims
 */
export function table({ version, rounds, actors, played, size, watch, audit, counted }, claims) {
  const accused = (/** @type {import("./types.d.ts").Document} */ { findings }, /** @type {string} */ name) =>
    [
      ...new Set(
        findings
          .filter(
            ({ managers, userAgents = [] }) =>
              managers.includes(name) || userAgents.map(productOf).includes(name),
          )
          .map(({ what }) => what),
      ),
    ].join(", ") || "-";
  const rows = actors.map(({ name, guilt }) => {
    const own = counted.filter(({ userAgent = "" }) => productOf(userAgent) === name);
    const cells = [
      name,
      guilt?.what ?? "-",
      figure(sum(own.map(({ writes }) => writes))),
      figure(moved(own)),
      figure(sum(own.map(({ idle }) => idle))),
      accused(watch, name),
      accused(audit, name),
    ];
    return `| ${cells.join(" | ")} |`;
  });
  const failed = claims.filter(({ faults }) => faults.length > 0).length;
  return `${figure(sum(counted.map(({ writes }) => writes)))} writes by ${actors.length} writers in ${rounds} rounds, ${played.toFixed(0)} s; audit log of ${(size / 1e6).toFixed(0)} MB; Kubernetes ${version}

| writer | does | writes | updates | no-ops | watch says | audit says |
|---|---|---|---|---|---|---|
${rows.join("\n")}

${claims.map(({ claim, faults }) => [`- ${faults.length === 0 ? "holds" : "FAILS"}: ${claim}`, ...faults.map((fault) => `    - ${fault}`)].join("\n")).join("\n")}

${failed === 0 ? `All ${claims.length} claims hold.` : `${failed} of ${claims.length} claims fail.`}`;
}
