import fc from "fast-check";
import { expect, test } from "vitest";
import { compileRules, LearnError, learnRules } from "../../../src/index.js";
import { checkFiles } from "../../../src/rules/learn/check.js";
import { kindsOfDefinitions } from "../../../src/rules/learn/definition.js";
import { learnKinds } from "../../../src/rules/learn/kinds.js";
import { proposalOf } from "../../../src/rules/learn/propose.js";
import { definition } from "./arbitrary.js";

test("what is learned of any structural schema lints and tests clean", () => {
  fc.assert(
    fc.property(definition, (given) => {
      const before = structuredClone(given);
      const [kind] = learnKinds(kindsOfDefinitions([given]));
      const { problems, failed } = checkFiles(kind === undefined ? {} : proposalOf(kind).files);
      expect(problems.map(String)).toEqual([]);
      expect(failed).toEqual([]);
      compileRules([learnRules([given])]);
      expect(given).toEqual(before);
    }),
    { numRuns: 300 },
  );
});

test("what is no definition gives a LearnError, or is passed over", () => {
  const anything = fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true, maxDepth: 4 });
  const broken = fc.record(
    {
      kind: fc.constant("CustomResourceDefinition"),
      metadata: anything,
      spec: fc.oneof(
        anything,
        fc.record({
          group: fc.oneof(fc.constant("example.com"), anything),
          names: fc.oneof(fc.constant({ kind: "Widget" }), anything),
          versions: fc.oneof(
            fc.array(
              fc.record({
                name: fc.oneof(fc.constantFrom("v1", "v2"), anything),
                schema: fc.oneof(fc.record({ openAPIV3Schema: anything }), anything),
                subresources: anything,
              }),
            ),
            anything,
          ),
        }),
      ),
    },
    { requiredKeys: ["kind"] },
  );
  fc.assert(
    fc.property(fc.oneof(anything, broken), (given) => {
      try {
        compileRules([learnRules([given])]);
      } catch (error) {
        if (!(error instanceof LearnError)) throw error;
        expect(error.hint).not.toBe("");
      }
    }),
    { numRuns: 1000 },
  );
});
