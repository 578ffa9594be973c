import type { JsonObject } from "../../src/core/json.js";

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: as a template of somebody else would have it
const NAMES = [
  "</script><script>alert(1)</script>",
  `"><img src=x onerror=alert(1)>`,
  "'onmouseover='alert(1)",
  "<!--<script>",
  "\u202eevil\u2066name\u2069",
  "line\u2028separator\u2029",
  "__proto__",
  "constructor",
  "toString",
  "&lt;b&gt;",
  "\u0000\u0007\u001b[31mred",
  "${alert(1)} {{alert(1)}}",
  "]]></style><style>*{display:none}",
  "javascript:alert(1)",
  "a".repeat(5000),
  "مرحبا بالعالم",
  "\ud800 lone",
  "😀".repeat(300),
  "",
] as const;
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: -

/** A watch/1 document whose every text tries to be more than a text, with so many rows. */
export function hostileDocument(rows: number): JsonObject {
  const name = (index: number): string =>
    `${NAMES[index % NAMES.length]}${index < NAMES.length ? "" : index}`;
  const each = <T>(make: (index: number) => T): T[] =>
    Array.from({ length: rows }, (_, index) => make(index));
  const effects = JSON.parse(
    '{"nothing": 3, "flip": 2, "__proto__": 5, "constructor": 1, "<b>": 4}',
  ) as JsonObject;
  const kind = (index: number) => ({ apiVersion: name(index + 1), kind: name(index + 2) });
  return {
    format: "watch/1",
    from: "2026-05-04T09:30:00Z",
    to: "2026-05-04T09:40:00Z",
    seconds: 600,
    writes: rows * 15,
    effects,
    findings: each((index) => ({
      ...kind(index),
      what: ["flips", "times-only", "respells", "moves-nothing", "writes-nothing"][index % 5] ?? "",
      managers: [name(index), name(index + 3)],
      userAgents: [name(index + 4)],
      objects: 1,
      writes: 10,
      perMinute: rows - index,
      worst: [{ namespace: name(index), name: name(index + 5), writes: 10 }],
      paths: [
        { path: name(index + 6), writes: 10, values: [name(index), { [name(index)]: name(index) }, null, 1] },
      ],
      proposal: {
        fix: ["give-way", "gate", "settle", "leave-out-empty", "find-writer"][index % 5] ?? "",
        gives: name(index),
        keeps: [name(index + 1)],
        by: "once",
        paths: [name(index + 2)],
        rule: {
          format: 1,
          group: name(index),
          kind: name(index + 1),
          why: name(index + 2),
          once: [name(index + 3)],
        },
      },
    })),
    writers: each((index) => ({
      ...kind(index),
      manager: name(index),
      userAgent: name(index + 1),
      writes: 15,
      perMinute: 1.5,
      effects,
    })),
    objects: each((index) => ({
      ...kind(index),
      namespace: name(index),
      name: name(index + 1),
      writes: 15,
      perMinute: 1.5,
      effects,
      managers: [name(index + 2)],
    })),
    paths: each((index) => ({
      ...kind(index),
      path: name(index),
      writes: 15,
      flips: 2,
      managers: [name(index)],
      objects: 1,
    })),
    timeline: {
      seconds: 0.001,
      buckets: [
        { at: "2026-05-04T09:30:00Z", effects },
        { at: "2026-05-04T09:39:59.999Z", effects },
      ],
    },
    forgotten: { objects: 7, writers: 1, [NAMES[0]]: 2 },
    notes: each((index) => ({ code: "not-watched", ...kind(index), why: name(index), [NAMES[1]]: name(2) })),
    [NAMES[0]]: { [NAMES[1]]: [NAMES[2], { [NAMES[4]]: 1 }] },
  };
}
