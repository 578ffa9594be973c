// @ts-check
// The same value written in another way; and values that look the same and are not.
import { isScalar, settingAll } from "./values.mjs";

/** @typedef {import("../types.js").Site} Site */

/** @type {Readonly<Record<string, number>>} */
const FACTOR = {
  "": 1,
  m: 1e-3,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
};

/** @type {Readonly<Record<string, readonly [times: number, unit: string]>>} */
const SMALLER = {
  "": [1000, "m"],
  k: [1000, ""],
  M: [1000, "k"],
  G: [1000, "M"],
  T: [1000, "G"],
  Mi: [1024, "Ki"],
  Gi: [1024, "Mi"],
  Ti: [1024, "Gi"],
};

/** @param {any} value */
function partsOf(value) {
  const [, digits, unit] = /^(\d+(?:\.\d+)?)([a-zA-Z]*)$/.exec(String(value)) ?? [];
  return digits !== undefined && unit !== undefined && Object.hasOwn(FACTOR, unit)
    ? { number: Number(digits), unit }
    : undefined;
}

/** @param {Site} site */
const isQuantity = (site) => site.node.type === "quantity" && partsOf(site.value) !== undefined;

/** @param {Site} site */
function inSmallerUnit({ value }) {
  const { number, unit } = partsOf(value) ?? { number: 1, unit: "" };
  const [times, smaller] = SMALLER[unit] ?? [1, unit];
  return `${number * times}${smaller}`;
}

/** Without a unit; in another format where the unit is binary. @param {Site} site */
function withoutUnit({ value }) {
  const { number, unit } = partsOf(value) ?? { number: 1, unit: "" };
  return String(number * (FACTOR[unit] ?? 1));
}

/** @param {Site} site */
const isTime = ({ node, value }) =>
  (node.type === "time" || node.type === "microTime") && typeof value === "string";

/** @param {Site} site */
const isIntOrString = ({ node }) => node.type === "intOrString";

/** @type {import("../types.js").Mutations} */
export const spellings = {
  "quantity-respell": (context) => settingAll(context, isQuantity, inSmallerUnit),
  "quantity-number": (context) => settingAll(context, isQuantity, (site) => Number(withoutUnit(site))),
  "quantity-no-unit": (context) => settingAll(context, isQuantity, withoutUnit),
  "quantity-exponent": (context) => settingAll(context, isQuantity, (site) => `${withoutUnit(site)}e0`),
  "quantity-fraction": (context) =>
    settingAll(context, isQuantity, ({ value }) => {
      const { number, unit } = partsOf(value) ?? { number: 1, unit: "" };
      return `${number}.0${unit}`;
    }),
  "quantity-tiny": (context) => settingAll(context, isQuantity, () => "1000001n"),
  "quantity-plus": (context) => settingAll(context, isQuantity, ({ value }) => `+${value}`),
  "int-or-string": (context) =>
    settingAll(context, isIntOrString, ({ value }) =>
      typeof value === "number" ? String(value) : /^\d+$/.test(value) ? Number(value) : `${value} `,
    ),
  "time-zone": (context) => settingAll(context, isTime, ({ value }) => value.replace(/Z$/, "+00:00")),
  "time-fraction": (context) =>
    settingAll(context, isTime, ({ value }) =>
      value.includes(".") ? value.replace(/\.\d+/, "") : value.replace(/Z$/, ".000Z"),
    ),
  "bytes-newline": (context) =>
    settingAll(
      context,
      ({ node }) => node.type === "bytes",
      ({ value }) => `${value}\n`,
    ),
  "number-fraction": (context) =>
    settingAll(
      context,
      (site) => isScalar(site) && typeof site.value === "number",
      ({ value }) => value + 0.5,
    ),
  "string-space": (context) =>
    settingAll(
      context,
      ({ value, node }) => typeof value === "string" && node.enum.length === 0,
      ({ value }) => `${value} `,
    ),
};
