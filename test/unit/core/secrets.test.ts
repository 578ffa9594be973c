import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { isObject, type Json, type JsonObject } from "../../../src/core/json.js";
import { Sensitive } from "../../../src/core/sensitive.js";
import { configMap, decideOn, EXACT, explainOn, gateFor, type Settings, secret, stored } from "./helper.js";

const PLAIN = "correct-horse-battery";
const CODED = Buffer.from(PLAIN).toString("base64");
const OTHER = "staple-and-more-words";
const OTHER_CODED = Buffer.from(OTHER).toString("base64");
const LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";
const applied = (text: string): JsonObject => ({
  annotations: { [LAST_APPLIED]: JSON.stringify({ data: { a: text }, stringData: { b: PLAIN } }) },
});

/** Everything that a log might show of a value, its own members to any depth. */
function shown(value: unknown): string {
  return [
    JSON.stringify(value, (_key, part) => (typeof part === "bigint" ? String(part) : part)),
    inspect(value, { depth: null, showHidden: true }),
    String(value),
    inspect(value, { depth: null, getters: true, maxStringLength: null }),
  ].join("\n");
}

const pairs: readonly (readonly [name: string, desired: JsonObject, live: JsonObject])[] = [
  ["a changed value", secret({ data: { a: CODED } }), stored(secret({ data: { a: OTHER_CODED } }))],
  ["an added value", secret({ data: { a: CODED } }), stored(secret({}))],
  ["a removed value", secret({ data: {} }), stored(secret({ data: { a: OTHER_CODED } }))],
  ["stringData", secret({ stringData: { a: PLAIN } }), stored(secret({ data: { a: OTHER_CODED } }))],
  ["stringData and no live data", secret({ stringData: { a: PLAIN } }), stored(secret({}))],
  [
    "a value that is not a text",
    secret({ data: { a: { b: CODED } } }),
    stored(secret({ data: { a: [OTHER_CODED] } })),
  ],
  ["data that is no map", secret({ data: CODED }), stored(secret({ data: [OTHER_CODED] }))],
  [
    "a respelt value",
    secret({ data: { a: `${CODED}\n`, b: "eA==" } }),
    stored(secret({ data: { a: CODED, b: "eQ==" } })),
  ],
  [
    "an annotation of kubectl's that changes",
    secret({ data: { a: CODED } }, applied(CODED)),
    stored(secret({ data: { a: CODED } }, applied(OTHER_CODED))),
  ],
  [
    "one that is somebody else's",
    secret({ data: { a: "eA==" } }),
    stored(secret({ data: { a: CODED } }, applied(OTHER_CODED))),
  ],
  [
    "one in annotations that are added whole",
    secret({ data: { a: CODED } }, applied(CODED)),
    stored(secret({ data: { a: CODED } })),
  ],
  [
    "one that is removed",
    secret({ data: { a: CODED } }),
    stored(secret({ data: { a: CODED } }, applied(OTHER_CODED))),
  ],
  [
    "values under a key of its own",
    secret({ data: { a: CODED }, stringdata: { b: PLAIN } }),
    stored(secret({ data: { a: OTHER_CODED } })),
  ],
];
const rules: readonly (readonly [name: string, rule: Settings | undefined])[] = [
  ["exact", EXACT],
  ["derivative", { strategy: "derivative" }],
  ["hash", { strategy: "hash" }],
  ["hash with drift", { strategy: "hash", hash: { drift: "exact" } }],
  ["unconditional", { strategy: "unconditional" }],
  ["ignore", { strategy: "exact", ignore: ["data.a"] }],
  ["immutable", { strategy: "exact", immutable: ["data"] }],
  ["once", { strategy: "exact", once: ["data.a"] }],
  ["absent", { strategy: "exact", absent: ["data.a", `metadata.annotations[${LAST_APPLIED}]`] }],
  ["a set's annotations whole", { strategy: "exact", fields: ["data", "metadata.annotations"] }],
  ["no rule", undefined],
];

describe.each(rules)("nothing of a Secret shows under %s", (_rule, rule) => {
  test.each(pairs)("%s", (_name, desired, live) => {
    const gate = gateFor(desired, rule, { fieldManager: "demo" });
    const text = shown(decideOn(gate, desired, live)) + shown(explainOn(gate, desired, live));
    for (const hidden of [PLAIN, CODED, OTHER, OTHER_CODED, CODED.slice(0, 16), OTHER_CODED.slice(0, 16)]) {
      expect(text.includes(hidden), hidden).toBe(false);
    }
  });
});

describe("a Secret that is not at its place", () => {
  test("a create shows nothing either", () => {
    const desired = secret({ stringData: { a: PLAIN } });
    const text = shown(decideOn(gateFor(desired, EXACT), desired, undefined));
    expect([text.includes(PLAIN), text.includes(CODED)]).toEqual([false, false]);
  });

  test("an error shows no value", () => {
    const desired = secret({ data: { a: () => CODED } as unknown as Json });
    let message = "";
    try {
      decideOn(gateFor(desired, EXACT), desired, stored(secret({ data: { a: OTHER_CODED } })));
    } catch (error) {
      message = shown(error) + String(error);
    }
    expect(message).toContain("not-wire-json");
    expect([message.includes(OTHER_CODED), message.includes(CODED)]).toEqual([false, false]);
  });
});

describe("what a Secret's change holds", () => {
  const desired = secret({ data: { a: CODED } });
  const decision = decideOn(gateFor(desired, EXACT), desired, stored(secret({ data: { a: OTHER_CODED } })));
  const [change] = "changes" in decision ? decision.changes : [];

  test("is wrapped, with a short digest", () => {
    expect(change?.desired).toBeInstanceOf(Sensitive);
    expect(JSON.stringify(change?.desired)).toMatch(/^"<secret sha256:[0-9a-f]{8}>"$/);
    expect(`${String(change?.live)}`).toMatch(/^<secret sha256:[0-9a-f]{8}>$/);
  });

  test("two values have two digests, and one value has one", () => {
    expect(String(change?.desired)).not.toBe(String(change?.live));
    const gate = gateFor(desired, EXACT);
    const shown = (live: string): string => {
      const again = decideOn(gate, desired, stored(secret({ data: { a: live } })));
      return String("changes" in again ? again.changes[0]?.desired : "");
    };
    expect(shown("eA==")).toBe(shown("eQ=="));
    expect(shown("eA==")).toBe(String(change?.desired));
  });

  test("is revealed when asked for", () => {
    expect(change?.desired instanceof Sensitive && change.desired.reveal()).toBe(CODED);
  });

  test("and the payload has the value", () => {
    expect(decision.verdict === "write" && isObject(decision.payload().data)).toBe(true);
    if (decision.verdict === "write") expect(decision.payload().data).toEqual({ a: CODED });
  });

  test("a ConfigMap's is plain", () => {
    const plain = configMap({ data: { a: PLAIN } });
    const shownPlain = decideOn(gateFor(plain, EXACT), plain, stored(configMap({ data: { a: OTHER } })));
    expect("changes" in shownPlain && shownPlain.changes[0]).toMatchObject({ desired: PLAIN, live: OTHER });
  });
});

test.each([
  ["v1", "Secret", true],
  ["v9", "Secret", true],
  ["example.com/v1", "Secret", true],
  ["example.com/v1", "Vault", true],
  ["example.com/v1", "Widget", false],
  ["v1", "ConfigMap", false],
])("a gate knows whether %s %s holds secrets: %s", (apiVersion, kind, holds) => {
  const vault = { group: "example.com", version: "v1", kind: "Vault", type: "Vault", namespaced: true };
  const facts = {
    kinds: [{ ...vault, statusSubresource: false, sensitive: ["spec.keys"] }],
    types: { Vault: { fields: {} } },
  };
  expect(gateFor(configMap({}), EXACT, {}, facts).isSensitive({ apiVersion, kind })).toBe(holds);
});
