// What the items of lists may not share, from what was asked of several kinds.
import { expect, test } from "vitest";
import type { Repeat } from "../../../tools/probe/types.js";
import { uniqueFrom } from "../../../tools/probe/unique-facts.mjs";

const repeat = (name: string, fields: readonly string[], alone = false): Repeat => ({
  list: "core/v1.ServiceSpec.ports",
  name,
  fields,
  alone,
  said: "Duplicate value: ...",
});
const source = "probed on 1.36.3: Duplicate value: ...";

test.each<readonly [string, readonly Repeat[], readonly object[] | undefined]>([
  ["refused", [repeat("name", ["name"])], [{ fields: ["name"], source }]],
  [
    "refused, and none beside others",
    [repeat("name", ["name"], true)],
    [{ fields: ["name"], alone: true, source }],
  ],
  [
    "refused in several kinds",
    [repeat("name", ["name"]), repeat("name", ["name"])],
    [{ fields: ["name"], source }],
  ],
  ["refused in one kind only", [repeat("name", ["name"]), repeat("name", [])], undefined],
  ["taken", [repeat("name", [])], undefined],
  [
    "two fields",
    [repeat("nodePort", ["nodePort", "protocol"]), repeat("name", ["name"])],
    [
      { fields: ["name"], source },
      { fields: ["nodePort", "protocol"], source },
    ],
  ],
])("%s", (_, repeats, facts) => {
  expect(uniqueFrom(repeats, "1.36.3")["core/v1.ServiceSpec.ports"]).toEqual(facts);
});
