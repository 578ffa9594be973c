import { describe, expect, it } from "vitest";
import type { Change, ChangeReason, Decision, Passed, PassedBy, Reason } from "../../../src/core/decision.js";
import type { Json } from "../../../src/core/json.js";
import { Sensitive } from "../../../src/core/sensitive.js";
import { formatDecision, type Palette } from "../../../src/prose/index.js";

const subject = {
  apiVersion: "apps/v1",
  kind: "StatefulSet",
  namespace: "demo",
  name: "cache",
  rule: { file: "rules/apps/StatefulSet.json", line: 6 },
};

function change(
  path: string,
  reason: ChangeReason | ChangeReason["code"],
  values: Partial<Change> = {},
): Change {
  return {
    path,
    pointer: "",
    reason: (typeof reason === "string" ? { code: reason } : reason) as ChangeReason,
    ...values,
  };
}

function write(changes: readonly Change[], reason: Reason = { code: "differs" }): Decision {
  return { verdict: "write", mode: "replace", strategy: "exact", reason, changes, payload: () => ({}) };
}

function passed(by: PassedBy, path = "spec.a", values: Partial<Passed> = {}): Passed {
  return { path, by, ...values };
}

const some: readonly Passed[] = [
  ...Array.from({ length: 40 }, () => passed({ code: "default" }, "spec.a", { live: 1 })),
  passed({ code: "foreign" }, "metadata.annotations[a]", { live: "x" }),
  passed({ code: "foreign" }, "metadata.annotations[b]", { live: "y" }),
  passed({ code: "ignored", why: "set by kubectl rollout restart" }, "spec.t", {
    live: "z",
    source: { file: "r.json", line: 9, column: 5 },
  }),
];

describe("formatDecision", () => {
  it("says what a write changes, and what a plain diff would have been fooled by", () => {
    const decision = {
      ...write([
        change("spec.template.spec.containers[name=metrics]", "removed", {
          live: { name: "metrics", image: "exporter" },
        }),
        change("spec.template.spec.containers[name=valkey].image", "changed", {
          live: "valkey:8.0",
          desired: "valkey:8.1",
        }),
      ]),
      passed: some,
    };
    expect(formatDecision(decision, subject, { hint: "-v lists them" })).toBe(
      `demo/cache  StatefulSet (apps/v1)  WRITE    exact  rules/apps/StatefulSet.json:6
  - spec.template.spec.containers[name=metrics]       live has it, desired no longer does
  ~ spec.template.spec.containers[name=valkey].image  valkey:8.0 -> valkey:8.1
  passed over 43 differences: 40 server defaults, 2 foreign annotations, 1 ignored   (-v lists them)`,
    );
  });

  it("lists what was passed over when verbose", () => {
    const decision = { ...write([]), passed: some.slice(-2) };
    expect(formatDecision(decision, subject, { verbose: true })).toBe(
      `demo/cache  StatefulSet (apps/v1)  WRITE    exact  rules/apps/StatefulSet.json:6
  . metadata.annotations[b]  "y"  somebody else's
  . spec.t                   z    ignored: set by kubectl rollout restart (r.json:9)`,
    );
  });

  it("says that there is nothing to write", () => {
    const decision = {
      verdict: "skip",
      strategy: "exact",
      reason: { code: "equal" },
      passed: some.slice(0, 9),
    } as const;
    expect(formatDecision(decision, { kind: "Service", apiVersion: "v1", name: "cache" })).toBe(
      "cache  Service (v1)  skip     exact  nothing to write; 9 server defaults passed over",
    );
  });

  it("says what blocks", () => {
    const decision: Decision = {
      verdict: "blocked",
      strategy: "exact",
      reason: { code: "immutable" },
      recreate: ["spec.accessModes"],
      changes: [
        change("spec.accessModes", "immutable", { live: ["ReadWriteOnce"], desired: ["ReadWriteMany"] }),
      ],
    };
    expect(formatDecision(decision, { kind: "PersistentVolumeClaim", name: "cache" })).toBe(
      `cache  PersistentVolumeClaim  BLOCKED  exact  spec.accessModes is immutable: recreate, or take it out of desired
  ! spec.accessModes  ["ReadWriteOnce"] -> ["ReadWriteMany"]   (immutable: live's value stays)`,
    );
  });

  it("says that an object is created", () => {
    const decision: Decision = {
      verdict: "create",
      strategy: "exact",
      reason: { code: "not-found" },
      payload: () => ({}),
    };
    expect(formatDecision(decision, subject)).toBe(
      "demo/cache  StatefulSet (apps/v1)  CREATE   exact  there is no live object; rules/apps/StatefulSet.json:6",
    );
  });

  it("takes a bare decision", () => {
    expect(formatDecision({ verdict: "skip", strategy: "hash", reason: { code: "equal" } })).toBe(
      "skip     hash  nothing to write",
    );
  });

  it("colours with what it is given", () => {
    const mark = (name: string) => (text: string) => `<${name}>${text}</${name}>`;
    const color: Palette = {
      bold: mark("b"),
      dim: mark("d"),
      red: mark("r"),
      green: mark("g"),
      yellow: mark("y"),
    };
    const decision = {
      ...write([
        change("a", "added"),
        change("b", "removed"),
        change("c", "changed", { live: 1, desired: 2 }),
      ]),
      passed: some.slice(0, 1),
    };
    expect(formatDecision(decision, { name: "x" }, { color })).toBe(
      `<b>x</b>  <y>WRITE  </y>  exact
<g>  + a  desired has it, live does not</g>
<r>  - b  live has it, desired no longer does</r>
<y>  ~ c  1 -> 2</y>
<d>  passed over 1 difference: 1 server default</d>`.replaceAll(/^(<[gry]>) {2}/gm, "  $1"),
    );
  });
});

describe("a change against what the server answered", () => {
  it.each([
    [
      "not-as-observed",
      "the server's answer has it, live does not",
      "live has it, the server's answer does not",
    ],
    ["not-observed", "desired has it, live does not", "live has it, desired no longer does"],
  ] as const)("%s", (code, added, removed) => {
    const decision = {
      ...write([change("a", "added"), change("b", "removed")]),
      strategy: "observed",
      reason: { code },
    } as const;
    const text = formatDecision(decision);
    expect(text).toContain(`+ a  ${added}`);
    expect(text).toContain(`- b  ${removed}`);
  });
});

const reasons: readonly (readonly [reason: Reason, text: string])[] = [
  [{ code: "equal" }, "nothing to write"],
  [{ code: "no-rule", fallback: "exact" }, "nothing to write; no rule for this kind: fallback exact"],
  [{ code: "terminating" }, "nothing to write; live is being deleted"],
  [
    { code: "unknown-field", paths: ["spec.a"] },
    "nothing to write; desired states a field that the kind does not have: spec.a",
  ],
  [
    { code: "unknown-field", paths: ["a", "b", "c", "d"] },
    "nothing to write; desired states fields that the kind does not have: a, b, c and 1 more",
  ],
  [{ code: "as-observed" }, "nothing to write; live is as the server answered to the same desired object"],
  [{ code: "unconditional" }, "nothing to write; the strategy always writes"],
  [{ code: "hash-differs" }, "nothing to write; the recorded fingerprint is not desired's"],
  [
    { code: "hash-missing", annotation: "x.io/hash" },
    "nothing to write; no fingerprint is recorded yet in x.io/hash",
  ],
  [
    { code: "unhashable", detail: "too deep" },
    "nothing to write; desired cannot be hashed (too deep), so it is written",
  ],
];

describe("a reason", () => {
  it.each(reasons)("%j", (reason, text) => {
    expect(formatDecision({ verdict: "skip", strategy: "exact", reason })).toBe(`skip     exact  ${text}`);
  });
});

const changes: readonly (readonly [reason: ChangeReason, values: Partial<Change>, text: string])[] = [
  [{ code: "changed" }, { live: "1", desired: 1 }, '~ a  "1" -> 1'],
  [{ code: "changed" }, { live: null, desired: true }, "~ a  null -> true"],
  [{ code: "changed" }, { live: 9007199254740993n, desired: 5 }, "~ a  9007199254740993 -> 5"],
  [{ code: "added" }, { desired: 8080 }, "+ a  desired has it, live does not: 8080"],
  [{ code: "added" }, { desired: { b: 1 } }, "+ a  desired has it, live does not"],
  [{ code: "removed" }, { live: "x" }, "- a  live has it, desired no longer does: x"],
  [
    { code: "reset-to-default", default: 1 },
    { live: 3 },
    "~ a  3 -> 1   (desired is silent, so the server's default returns)",
  ],
  [
    { code: "order" },
    { live: ["q", "p"], desired: ["p", "q"] },
    '~ a  the same items in another order: ["q", "p"] -> ["p", "q"]',
  ],
  [{ code: "must-be-absent" }, { live: "x" }, "- a  the rule says that it must be gone: x"],
  [{ code: "immutable" }, { live: 1, desired: 2 }, "! a  1 -> 2   (immutable: live's value stays)"],
];

describe("a change", () => {
  it.each(changes)("%o %o", (reason, values, text) => {
    expect(formatDecision(write([change("a", reason, values)])).split("\n")[1]).toBe(`  ${text}`);
  });
});

const long = "x".repeat(100);
const config = Array.from({ length: 40 }, (_, line) => `key${line} value`).join("\n");

const differences: readonly (readonly [what: string, live: Json, desired: Json, text: string])[] = [
  ["an empty string", "", "a", '"" -> a'],
  ["text that looks like something else", "true", "0x1", '"true" -> "0x1"'],
  ["text with spaces at its ends", " a", "b ", '" a" -> "b "'],
  ["text with quotes", 'a"b', '"c"', 'a"b -> "\\"c\\""'],
  ["terminal escapes", "\u001b[31mred\u0007", "\u202eabc", '"\\u001b[31mred\\u0007" -> "\\u202eabc"'],
  ["many lines", config, config.replace("key2 value", "key2 other"), "line 3: key2 value -> key2 other"],
  ["two of many lines", "a\nb\nc\nd", "a\nB\nc\nD", "line 2: b -> B   (and 1 more line)"],
  ["fewer lines", "a\nb", "a", "line 2: b -> (end of text)   (2 -> 1 lines)"],
  ["more lines", "a", "a\nb\nc", "line 2: (end of text) -> b   (1 -> 3 lines)"],
  ["long text that differs at its end", `${long}1`, `${long}2`, `…${"x".repeat(16)}1 -> …${"x".repeat(16)}2`],
  ["long text that differs at once", `a${long}`, `b${long}`, `a${"x".repeat(58)}… -> b${"x".repeat(58)}…`],
  [
    "a big object",
    Object.fromEntries(Array.from({ length: 30 }, (_, key) => [`key${key}`, "value"])),
    {},
    "{30 fields} -> {}",
  ],
  ["a big list", Array.from({ length: 30 }, (_, key) => `item${key}`), [1], "[30 items] -> [1]"],
  ["a small object", { a: { b: [1, null, "x"] } }, {}, '{a: {b: [1, null, "x"]}} -> {}'],
  ["deep nesting", JSON.parse("[".repeat(9) + "]".repeat(9)) as Json, 1, "[1 item] -> 1"],
];

describe("a difference is short and safe to print", () => {
  it.each(differences)("%s", (_what, live, desired, text) => {
    expect(formatDecision(write([change("a", "changed", { live, desired })])).split("\n")[1]).toBe(
      `  ~ a  ${text}`,
    );
  });

  it("shows a secret's digest only", () => {
    const values = {
      live: new Sensitive("aHVudGVyMg==", "sha256:1f3a5c7e"),
      desired: new Sensitive("eA==", "sha256:00000000"),
    };
    expect(formatDecision(write([change("data.p", "changed", values)])).split("\n")[1]).toBe(
      "  ~ data.p  <secret sha256:1f3a5c7e> -> <secret sha256:00000000>",
    );
  });

  it("escapes controls in paths and names", () => {
    const text = formatDecision(write([change("data[\u001b[2J]", "added")]), {
      name: "a\nb",
      kind: "K\u009b",
    });
    expect(text).toBe("a\\nb  K\\u009b  WRITE    exact\n  + data[\\u001b[2J]  desired has it, live does not");
  });

  it("keeps the column of paths within bounds", () => {
    const text = formatDecision(write([change("p".repeat(90), "added"), change("a", "added")]));
    expect(text.split("\n")[2]).toBe(`  + a${" ".repeat(91)}desired has it, live does not`);
  });
});

const passes: readonly (readonly [by: PassedBy, path: string, count: string, why: string])[] = [
  [{ code: "default" }, "a", "1 server default", "the server's default"],
  [
    { code: "computed", name: "targetPort" },
    "a",
    "1 server default",
    "the server's default, worked out (targetPort)",
  ],
  [{ code: "empty" }, "a", "1 empty value", "empty is the same as absent"],
  [{ code: "spelling" }, "a", "1 other spelling", "the same value, spelt otherwise"],
  [{ code: "kept-from-live" }, "a", "1 field kept by the server", "the server fills it in and keeps it"],
  [{ code: "foreign" }, "metadata.labels[x]", "1 foreign label", "somebody else's"],
  [{ code: "foreign" }, "metadata.finalizers[0]", "1 foreign finalizer", "somebody else's"],
  [{ code: "foreign" }, "metadata.ownerReferences[uid=1]", "1 foreign owner", "somebody else's"],
  [{ code: "foreign" }, "spec.ports[name=x]", "1 foreign item", "somebody else's"],
  [{ code: "ignored" }, "a", "1 ignored", "ignored"],
  [{ code: "ignored", why: "the\u001bautoscaler" }, "a", "1 ignored", "ignored: the\\u001bautoscaler"],
  [{ code: "once" }, "a", "1 set once", "only set when live lacks it"],
  [{ code: "at-least" }, "a", "1 already more", "may only grow, and live is above"],
  [
    { code: "drift" },
    "a",
    "1 edit that a fingerprint does not see",
    "desired's fingerprint is the recorded one, so live was not looked at",
  ],
  [{ code: "not-stated" }, "a", "1 not stated", "desired does not state it"],
  [{ code: "not-owned" }, "metadata.uid", "1 server field", "the server's own"],
  [{ code: "not-owned" }, "a", "1 field that nobody owns", "nobody owns it: neither the rule nor desired"],
  [{ code: "unknown-field" }, "a", "1 unknown field", "the kind has no such field: the server drops it"],
  [{ code: "duplicate-key" }, "a", "1 item with another's key", "two items with one key, and both are kept"],
  [{ code: "set-order" }, "a", "1 order of a set", "order does not count here"],
];

describe("a difference that was passed over", () => {
  it.each(passes)("%o %s", (by, path, count, why) => {
    const decision = {
      verdict: "skip",
      strategy: "exact",
      reason: { code: "equal" },
      passed: [passed(by, path, { live: 5 })],
    } as const;
    expect(formatDecision(decision)).toBe(`skip     exact  nothing to write; ${count} passed over`);
    expect(formatDecision(decision, {}, { verbose: true })).toBe(
      `skip     exact  nothing to write\n  . ${path}  5  ${why}`,
    );
  });
});
