// @ts-check
// Scores as text for people.

/** @param {number} part @param {number} whole */
function percent(part, whole) {
  return whole === 0 ? "-" : `${((100 * part) / whole).toFixed(2)} %`;
}

/**
 * Columns, the first to the left, the others to the right.
 * @param {readonly (readonly (string | number)[])[]} rows
 */
export function columns(rows) {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => String(row[column]).length)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return column === 0 ? String(cell).padEnd(width) : String(cell).padStart(width);
      })
      .join("  ")
      .trimEnd(),
  );
}

/** The beginning and the end of the first line: what is between them may be an object. @param {string} text */
export function shortened(text) {
  const [line = ""] = text.split("\n");
  return line.length > 300 ? `${line.slice(0, 120)} ... ${line.slice(-160)}` : line;
}

/** @param {string} title @param {Readonly<Record<string, import("./types.js").Tally>>} tallies */
function table(title, tallies) {
  const rows = Object.entries(tallies)
    .sort(([, left], [, right]) => right.pairs - left.pairs)
    .map(([name, tally]) => [
      name,
      tally.pairs,
      percent(tally.right, tally.pairs),
      tally.falseSkips,
      tally.falseWrites,
      tally.falseBlocks,
      tally.errors,
      `${tally.refusedBlocked}/${tally.refused}`,
    ]);
  const head = [
    title,
    "pairs",
    "right",
    "false skips",
    "false writes",
    "false blocks",
    "errors",
    "blocked/refused",
  ];
  return columns([head, ...rows]);
}

/** @param {import("./types.js").PairScore} score */
export function pairText({ file, mode, seconds, total, byMutation, byKind, wrong }) {
  const lines = [
    `${file}: ${total.pairs} pairs, mode ${mode}, ${seconds.toFixed(1)} s`,
    `right         ${total.right} (${percent(total.right, total.pairs)})`,
    `false skips   ${total.falseSkips}`,
    `false writes  ${total.falseWrites} (${percent(total.falseWrites, total.skipLabelled)} of ${total.skipLabelled} labelled skip)`,
    ...(total.falseWrites > 0
      ? [`              ${total.falseWritesListed} of them cannot be known (docs/accuracy.md)`]
      : []),
    ...(total.wider > 0
      ? [
          `wider         ${total.wider} writes of more than the naive one replaces: right, by the gate's own payload`,
        ]
      : []),
    `refused       ${total.refused}, of which ${total.refusedBlocked} predicted blocked`,
    ...(total.immutable > 0
      ? [
          `immutable     ${total.immutable}, of which ${total.immutableForeseen} foreseen (${percent(total.immutableForeseen, total.immutable)})`,
        ]
      : []),
    `blocked where the server accepted  ${total.falseBlocks}`,
    ...(total.errors > 0 ? [`errors        ${total.errors}`] : []),
    "",
    ...table("mutation", byMutation),
    "",
    ...table("kind", byKind),
  ];
  if (wrong.length > 0) lines.push("", `${wrong.length} wrong:`);
  for (const pair of wrong) {
    lines.push(
      `${pair.outcome}  ${pair.id}  ${pair.kind}  ${pair.mutation}  label ${pair.label}, verdict ${pair.verdict}${pair.listed ? `, listed: ${pair.listed.join(", ")}` : ""}`,
    );
    for (const cause of pair.causes) lines.push(`    ${cause}`);
    for (const change of pair.would ?? []) lines.push(`    the server: ${shortened(change)}`);
    if (pair.refusal !== undefined) lines.push(`    refused: ${shortened(pair.refusal)}`);
  }
  return lines.join("\n");
}

/** @param {import("./types.js").CaseScore} score */
export function caseText({ file, right, wrong, out, cases }) {
  const lines = [`${file}: ${right} of ${right + wrong} right, ${out} out`];
  for (const item of cases) {
    const rules = item.rules !== undefined ? "  with its rules" : item.rule !== undefined ? "  no rules" : "";
    lines.push(
      `${item.result.padEnd(5)}  ${item.id}  ${item.kind}  expected ${item.expected}, verdict ${item.verdict}${rules}`,
    );
    if (item.out !== undefined) lines.push(`    ${item.out}`);
    if (item.result === "wrong") for (const cause of item.causes) lines.push(`    ${cause}`);
  }
  return lines.join("\n");
}
