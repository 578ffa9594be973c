// @ts-check

/**
 * @typedef {import("./measure.mjs").Figures} Figures
 * @typedef {Awaited<ReturnType<typeof import("./measure.mjs").create>>} Created
 * @typedef {{ instances: number, version: string, memory: number, idleCpu: number, created: Created, gated: Figures, apply: Figures, update: Figures }} Results
 */

const count = (/** @type {number} */ value) => value.toLocaleString("en");
const seconds = (/** @type {number} */ value) => `${value.toFixed(1)} s`;

/** The figures as Markdown. @param {Results} results */
export function table({ instances, version, memory, idleCpu, created, gated, apply, update }) {
  const { figures, children, writtenAgain, takenOverAfter } = created;
  const row = (
    /** @type {string} */ name,
    /** @type {Figures} */ { writes, reads, cpu, seconds: wall, passes },
  ) =>
    `| ${[name, count(writes), count(reads), seconds(cpu), seconds(wall), count(passes - instances)].join(" | ")} |`;
  return `${count(instances)} instances, ${count(children)} objects; Kubernetes ${version}

| pass over every instance | writes | reads | server CPU | wall time | passes that followed |
|---|---|---|---|---|---|
${row("all is created", figures)}
${row("again, through the gate", gated)}
${row("again, every object by server-side apply", apply)}
${row("again, every object by update", update)}

Requests are the API server's own count, and so is its CPU time, of which ${idleCpu.toFixed(2)} s a second are used when idle. Written more than once while
created: ${count(writtenAgain)} of ${count(children)} objects${takenOverAfter === undefined ? "" : `, with the leader killed half-way and another in its place after ${seconds(takenOverAfter)}`}.
The operator's process took ${Math.round(memory / 2 ** 20)} MB.`;
}
