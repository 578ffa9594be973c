// @ts-check
// A scalar that a schema takes, as far as it can be told without asking the server.

/** @typedef {import("./types.js").Loose} Loose */

/** @type {Readonly<Record<string, string>>} */
const FORMATS = {
  "date-time": "2026-01-02T03:04:05Z",
  date: "2026-01-02",
  duration: "1m",
  byte: "eA==",
  uuid: "0a1b2c3d-0000-4000-8000-000000000001",
  uri: "http://example.com/a",
  url: "http://example.com/a",
  ipv4: "10.0.0.1",
  ipv6: "fd00::1",
  ip: "10.0.0.1",
  cidr: "10.0.0.0/8",
  mac: "00:00:5e:00:53:01",
  email: "a@example.com",
  hostname: "a.example.com",
};

/** Texts that patterns ask for. */
const TEXTS = [
  ..."a,x1,name,A,0,1,10,50%,1Gi,1.5,10m,1h,30s,1d,5y,100MB,true,None,Always,http,TCP,/,/a,#,#x,^a$".split(
    ",",
  ),
  ..."a.example.com,*.example.com,example.com/a,a/b,http://example.com,https://example.com,a@example.com,a=b".split(
    ",",
  ),
  ..."10.0.0.1,10.0.0.1/32,10.0.0.0/8,fd00::/8,00:00:5e:00:53:01,1:1,64500:1,80,8080,v1,sha256:,a:b,*,[a]".split(
    ",",
  ),
  ..."2026-01-02T03:04:05Z,2026-01-02,0a1b2c3d-0000-4000-8000-000000000001,eA==,* * * * *,10.0.0.1-10.0.0.9".split(
    ",",
  ),
  "",
];

/** @param {Loose} schema @returns {string | undefined} */
function textOf({ format, pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY }) {
  const wanted = [
    ...(format in FORMATS ? [FORMATS[format]] : []),
    ...TEXTS.flatMap((text) => [text, text.repeat(Math.ceil(minLength / (text.length || 1)))]),
  ];
  return wanted.find(
    (text) =>
      text !== undefined &&
      text.length >= minLength &&
      text.length <= maxLength &&
      (pattern === undefined || matches(pattern, text)),
  );
}

/** @param {string} pattern @param {string} text */
function matches(pattern, text) {
  try {
    return new RegExp(pattern, "u").test(text);
  } catch {
    return false;
  }
}

/** @param {Loose} schema @returns {number | undefined} */
function numberOf({ type, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf = 1 }) {
  const low = minimum === undefined ? undefined : Number(minimum) + (exclusiveMinimum ? multipleOf : 0);
  const high = maximum === undefined ? undefined : Number(maximum) - (exclusiveMaximum ? multipleOf : 0);
  const wanted = low ?? Math.min(multipleOf, high ?? multipleOf);
  const value = Math.ceil(wanted / multipleOf) * multipleOf;
  return type === "integer" && !Number.isInteger(value) ? undefined : value;
}

/** Undefined: none is known. @param {Loose} schema */
export function scalarOf(schema) {
  if (schema.enum) return schema.enum[0];
  if (schema["x-kubernetes-int-or-string"]) return schema.pattern ? textOf(schema) : 1;
  switch (schema.type) {
    case "string":
      return textOf(schema);
    case "integer":
    case "number":
      return numberOf(schema);
    case "boolean":
      return false;
    default:
      return undefined;
  }
}
