// @ts-check
// Every way to change desired, by its name.
import { custom } from "./custom.mjs";
import { fields } from "./fields.mjs";
import { kinds } from "./kinds.mjs";
import { listEdits } from "./lists.mjs";
import { metadata } from "./metadata.mjs";
import { spellings } from "./spellings.mjs";
import { values } from "./values.mjs";

/** @type {import("../types.js").Mutations} */
const single = { ...values, ...spellings, ...listEdits, ...fields, ...metadata, ...kinds, ...custom };

/** Two at once. @param {import("../types.js").Context} context */
function combo(context) {
  const { random } = context;
  const [first, second] = random.some(Object.values(single), 2);
  const edits = first?.(context) ?? [];
  return random.some(edits, 1).flatMap((edit) => {
    const next = { ...context, desired: edit.make() };
    return (second?.(next) ?? [])
      .slice(0, 1)
      .map((more) => ({ where: `${edit.where} ${more.where}`, make: more.make }));
  });
}

/** @type {import("../types.js").Mutations} */
export const MUTATIONS = {
  none: ({ desired }) => [{ where: "", make: () => desired }],
  ...single,
  combo,
};
