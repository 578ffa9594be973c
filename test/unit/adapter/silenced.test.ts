import { expect, it } from "vitest";
import { failureOf } from "../../../src/adapter/ensure/failure.js";
import { RequestTimeout } from "../../../src/adapter/ensure/limit.js";
import { silenced } from "../../../src/adapter/ensure/silenced.js";
import { apiErrorOf } from "../../../src/adapter/port/api-error.js";

it.each([
  ["data[tls.crt]", "data[tls.crt]"],
  [".data.pin", ".data.pin"],
  ["metadata.annotations", "metadata.annotations"],
  ["spec.items[0].name", "spec.items[0].name"],
  ["data[k hunter2]", "data"],
  [".data.k hunter2", ".data"],
  ['.spec.items[name="hunter2"].value', ".spec.items"],
  ['.spec.items["hunter2"]', ".spec.items"],
  ["hunter2 is no value", undefined],
  ["hunter2=", undefined],
  ["", undefined],
])("of the field %j, %j is told", (field, told) => {
  const error = silenced(apiErrorOf(422, { kind: "Status", details: { causes: [{ field }] } }));
  expect(error).toMatchObject({ details: { causes: [told === undefined ? {} : { field: told }] } });
});

it("is what it was to whoever retries", () => {
  const later = apiErrorOf(429, { kind: "Status", message: "hunter2", reason: "TooManyRequests" }, "3");
  for (const error of [later, new RequestTimeout("late"), Object.assign(new Error("x"), { code: "EPIPE" })])
    expect(failureOf(silenced(error))).toEqual(failureOf(error));
});
