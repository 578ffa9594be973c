import { describe, expect, it } from "vitest";
import { failureOf } from "../../../src/adapter/ensure/failure.js";
import { RequestTimeout } from "../../../src/adapter/ensure/limit.js";
import { answerOf } from "../../../src/adapter/port/answer.js";
import { apiErrorOf } from "../../../src/adapter/port/api-error.js";

const status = (reason: string, details: object = {}) => ({
  kind: "Status",
  reason,
  message: `it is ${reason}`,
  details,
});
const fetchFailed = Object.assign(new TypeError("fetch failed"), {
  cause: Object.assign(new Error(), { code: "ECONNRESET" }),
});

const rows: readonly [name: string, thrown: unknown, failure: object][] = [
  ["somebody else wrote it", apiErrorOf(409, status("Conflict")), { type: "stale" }],
  ["somebody else created it", apiErrorOf(409, status("AlreadyExists")), { type: "stale" }],
  ["it is gone", apiErrorOf(404, status("NotFound", { kind: "configmaps" })), { type: "stale" }],
  [
    "another object of its name",
    apiErrorOf(422, status("Invalid", { causes: [{ field: "metadata.uid" }] })),
    { type: "stale" },
  ],
  [
    "owned by others",
    apiErrorOf(409, status("Conflict", { causes: [{ reason: "FieldManagerConflict" }] })),
    { type: "owned" },
  ],
  ["no such kind, says the port", apiErrorOf(404, status("KindNotServed")), { type: "not-served" }],
  ["no such path", apiErrorOf(404, "404 page not found\n"), { type: "not-served" }],
  [
    "no such namespace",
    apiErrorOf(404, status("NotFound", { kind: "namespaces" })),
    { type: "refused", code: "namespace-not-found" },
  ],
  [
    "too many requests",
    apiErrorOf(429, status("TooManyRequests"), "3"),
    { type: "later", waitMs: 3000, unknown: false },
  ],
  [
    "unavailable, its body says for how long",
    apiErrorOf(503, status("x", { retryAfterSeconds: 2 })),
    { type: "later", waitMs: 2000, unknown: true },
  ],
  [
    "a header that is none",
    apiErrorOf(429, "", "soon"),
    { type: "later", waitMs: undefined, unknown: false },
  ],
  ["a header below nothing", apiErrorOf(429, "", "-5"), { type: "later", waitMs: undefined, unknown: false }],
  [
    "a header that only ends like a date",
    apiErrorOf(429, "", "soon 2099"),
    { type: "later", waitMs: undefined, unknown: false },
  ],
  [
    "a time long past",
    apiErrorOf(429, "", "Sun, 06 Nov 1994 08:49:37 GMT"),
    { type: "later", waitMs: 0, unknown: false },
  ],
  ["too early", apiErrorOf(425, ""), { type: "later", waitMs: undefined, unknown: false }],
  ...[408, 504, 520, 529].map((code): (typeof rows)[number] => [
    String(code),
    apiErrorOf(code, ""),
    { type: "later", waitMs: undefined, unknown: true },
  ]),
  ["an error within", apiErrorOf(500, "oops"), { type: "later", waitMs: undefined, unknown: true }],
  ["a gateway's", apiErrorOf(502, "<html>"), { type: "later", waitMs: undefined, unknown: true }],
  [
    "refused by its fields",
    apiErrorOf(422, status("Invalid", { causes: [{ field: "spec" }] })),
    { type: "refused", code: "invalid" },
  ],
  [
    "an apply of what the kind does not have",
    apiErrorOf(500, {
      kind: "Status",
      message:
        "failed to create typed patch object (a/b; v1, Kind=ConfigMap): .x: field not declared in schema",
    }),
    { type: "refused", code: "invalid" },
  ],
  ["not understood", apiErrorOf(400, status("BadRequest")), { type: "refused", code: "invalid" }],
  ["not allowed", apiErrorOf(403, status("Forbidden")), { type: "refused", code: "forbidden" }],
  [
    "a namespace that goes",
    apiErrorOf(403, status("Forbidden", { causes: [{ reason: "NamespaceTerminating" }] })),
    { type: "refused", code: "namespace-terminating" },
  ],
  ["not known", apiErrorOf(401, undefined), { type: "refused", code: "unauthorized" }],
  ["too large", apiErrorOf(413, ""), { type: "refused", code: "rejected" }],
  ["no answer in time", new RequestTimeout(), { type: "later", waitMs: undefined, unknown: true }],
  [
    "a connection that broke",
    Object.assign(new Error(), { code: "ECONNRESET" }),
    { type: "later", waitMs: undefined, unknown: true },
  ],
  ["the same, in fetch", fetchFailed, { type: "later", waitMs: undefined, unknown: true }],
  ["a programmer's error", new TypeError("x is not a function"), { type: "thrown" }],
  ["no error at all", "text", { type: "thrown" }],
  [
    "a client's exception, its body as text",
    { code: 409, body: JSON.stringify(status("Conflict")), headers: {} },
    { type: "stale" },
  ],
  [
    "a client's exception, with headers",
    { code: 429, body: "", headers: { "retry-after": "1" } },
    { type: "later", waitMs: 1000, unknown: false },
  ],
  [
    "a client's answer",
    { ok: false, status: 422, data: status("Invalid") },
    { type: "refused", code: "invalid" },
  ],
  ["no more than a status code", { status: 404 }, { type: "stale" }],
  ["a code that is no answer's", Object.assign(new Error(), { code: 200 }), { type: "thrown" }],
];

describe("a failure", () => {
  it.each(rows)("%s", (_, thrown, failure) => {
    expect(failureOf(thrown)).toEqual(failure);
  });
});

describe("an answer", () => {
  it("carries the server's words and causes, whoever threw it", () => {
    const causes = [{ field: "spec.replicas", reason: "FieldValueInvalid", message: "must be more" }];
    const thrown = Object.assign(new Error("HTTP-Code: 422"), {
      code: 422,
      body: JSON.stringify(status("Invalid", { causes })),
    });
    const answer = answerOf(thrown);
    expect([answer?.status, answer?.message, answer?.details]).toEqual([
      422,
      "it is Invalid",
      { reason: "Invalid", causes },
    ]);
  });

  it("keeps the client's words where the server gave none", () => {
    expect(answerOf(Object.assign(new Error("no luck"), { statusCode: 418 }))?.message).toBe("no luck");
  });

  it("may ask to wait until a time", () => {
    const wait = apiErrorOf(503, "", new Date(Date.now() + 90_000).toUTCString()).details.retryAfterMs ?? 0;
    expect(wait).toBeGreaterThan(80_000);
    expect(wait).toBeLessThanOrEqual(90_000);
  });
});
