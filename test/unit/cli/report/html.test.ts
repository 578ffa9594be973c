import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { escapeText, html, scriptJson } from "../../../../src/cli/report/html.js";

test.each([
  ["<b>&\"'", "&lt;b&gt;&amp;&quot;&#39;"],
  ["</script>", "&lt;/script&gt;"],
  ["\u202eabc\u2066", "\\u202eabc\\u2066"],
  ["a\u2028b\nc\u0000", "a\\u2028b\\nc\\u0000"],
  ["\ud800", "\\ud800"],
  ["مرحبا 😀", "مرحبا 😀"],
])("%j is escaped as %s", (text, escaped) => {
  expect(escapeText(text)).toBe(escaped);
});

test("any text is escaped to what no HTML can be made of", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(escapeText(text)).not.toMatch(/[<>"'\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
    }),
  );
});

describe("html", () => {
  test("escapes texts and keeps HTML", () => {
    expect(
      html`<p>${"<"}${html`<b>${"&"}</b>`}${["a", html`<i></i>`]}${undefined}${false}${0}</p>`.text,
    ).toBe("<p>&lt;<b>&amp;</b>a<i></i>0</p>");
  });
});

test("data in a script element ends neither it nor a line, and is what it was", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const { text } = scriptJson({ value, more: "</script><!--\u2028\u2029&" });
      expect(text).not.toMatch(/[<>&\u2028\u2029]/);
      expect(JSON.parse(text).value).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});
