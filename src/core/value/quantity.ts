/**
 * Kubernetes quantities, as apimachinery's resource.Quantity reads and prints them.
 * Source: k8s.io/apimachinery/pkg/api/resource quantity.go, amount.go, suffix.go.
 */

type Format = "DecimalSI" | "BinarySI" | "DecimalExponent";

const QUANTITY = /^([+-]?)(\d*)(?:\.(\d*))?(?:(Ki|Mi|Gi|Ti|Pi|Ei|n|u|m|k|M|G|T|P|E)|[eE]([+-]?\d+))?$/;
const DECIMAL: Readonly<Record<string, number>> = {
  n: -9,
  u: -6,
  m: -3,
  k: 3,
  M: 6,
  G: 9,
  T: 12,
  P: 15,
  E: 18,
};
const BINARY: Readonly<Record<string, number>> = { Ki: 10, Mi: 20, Gi: 30, Ti: 40, Pi: 50, Ei: 60 };
const MAX_INT64 = 2n ** 63n - 1n;
/** More digits than any real quantity; longer ones are compared as text. */
const MAX_DIGITS = 64;
const MAX_EXPONENT = 64;

interface Parts {
  readonly text: string;
  readonly negative: boolean;
  /** Digits before the point, leading zeros stripped as parseQuantityString does. */
  readonly whole: string;
  readonly fraction: string;
  readonly exponent: number;
  readonly format: Format;
}

/**
 * The string that the server stores for a quantity, or undefined if it is none.
 * @param milli round up to thousandths first, as SetDefaults_ResourceList does for resource lists.
 */
export function canonicalQuantity(value: string | number | bigint, milli = false): string | undefined {
  const parts = parse(String(value).trim()); // as UnmarshalJSON does
  if (parts === undefined) return undefined;
  if (parts.text === "0") return "0";
  const scale = fastScale(parts);
  if (scale !== undefined && (!milli || scale >= -3)) return fastForm(parts, scale);
  return slowForm(parts, milli, scale !== undefined);
}

function parse(text: string): Parts | undefined {
  const match = QUANTITY.exec(text);
  if (match === null) return undefined;
  const [, sign, digits = "", fraction = "", suffix = "", power] = match;
  if (digits === "" && fraction === "") return undefined;
  if (digits.length + fraction.length > MAX_DIGITS) return undefined;
  const binary = BINARY[suffix];
  const exponent = power === undefined ? (binary ?? DECIMAL[suffix] ?? 0) : Number(power);
  if (Math.abs(exponent) > MAX_EXPONENT) return undefined;
  const format = power !== undefined ? "DecimalExponent" : binary === undefined ? "DecimalSI" : "BinarySI";
  const whole = digits.replace(/^0+/, "") || "0";
  return { text, negative: sign === "-", whole, fraction, exponent, format };
}

/** ParseQuantity's fast path: the power of ten of the int64 form, or undefined where it takes the slow one. */
function fastScale(parts: Parts): number | undefined {
  const { whole, fraction, exponent, format } = parts;
  if (format === "BinarySI") {
    if (fraction !== "") return undefined;
    const precision = 15 - whole.length - Math.trunc((exponent * 3) / 10) - 1;
    return precision >= 0 ? 0 : undefined;
  }
  if (18 - (whole.length + fraction.length) < 0) return undefined;
  const scale = exponent - fraction.length;
  return scale >= -9 ? scale : undefined;
}

function fastForm(parts: Parts, scale: number): string {
  const shifted = parts.whole + parts.fraction;
  const value = BigInt(shifted);
  if (parts.format === "BinarySI") {
    if ((value & 7n) !== 0n) return parts.text;
    return binaryForm(signed(parts, value << BigInt(parts.exponent)), 0);
  }
  if (scale % 3 === 0 && !shifted.endsWith("000") && !shifted.startsWith("0")) return parts.text;
  return decimalForm(signed(parts, value), scale, parts.format);
}

/** The arbitrary precision path: rounds away from zero to nano (or milli), caps binary values at int64. */
function slowForm(parts: Parts, milli: boolean, fast: boolean): string {
  let scale = -parts.fraction.length;
  let value = BigInt(parts.whole + parts.fraction);
  let format: Format = parts.format;
  if (format === "BinarySI") value <<= BigInt(parts.exponent);
  else scale += parts.exponent;
  if (!fast) [value, scale] = roundUp(value, scale, -9);
  if (format === "BinarySI") {
    if (value > MAX_INT64 * pow10(-scale)) [value, scale] = [MAX_INT64, 0];
    if (value > 0n && value < pow10(-scale)) format = "DecimalSI";
  }
  if (milli) [value, scale] = roundUp(value, scale, -3);
  return format === "BinarySI"
    ? binaryForm(signed(parts, value), scale)
    : decimalForm(signed(parts, value), scale, format);
}

function roundUp(value: bigint, scale: number, least: number): [bigint, number] {
  if (scale >= least) return [value, scale];
  const unit = pow10(least - scale);
  return [(value + unit - 1n) / unit, least];
}

/** Quantity.CanonicalizeBytes for BinarySI: small and fractional values print as DecimalSI. */
function binaryForm(value: bigint, scale: number): string {
  const unit = pow10(Math.max(0, -scale));
  const whole = value / unit;
  const small = value > -1024n * unit && value < 1024n * unit;
  if (small || whole * unit !== value) return decimalForm(value, scale, "DecimalSI");
  let [amount, power] = [whole, 0];
  while (amount !== 0n && amount % 1024n === 0n && power < 60) {
    amount /= 1024n;
    power += 10;
  }
  return `${amount}${nameOf(BINARY, power)}`;
}

/** Quantity.AsCanonicalBytes: no trailing zeros, an exponent that is a multiple of three. */
function decimalForm(value: bigint, scale: number, format: Format): string {
  if (value === 0n) return "0";
  let [amount, exponent] = [value, scale];
  while (amount % 10n === 0n) {
    amount /= 10n;
    exponent++;
  }
  while (exponent % 3 !== 0) {
    amount *= 10n;
    exponent--;
  }
  if (format === "DecimalExponent") return exponent === 0 ? `${amount}` : `${amount}e${exponent}`;
  return `${amount}${nameOf(DECIMAL, exponent)}`;
}

function nameOf(suffixes: Readonly<Record<string, number>>, exponent: number): string {
  for (const suffix in suffixes) if (suffixes[suffix] === exponent) return suffix;
  return "";
}

function signed(parts: Parts, value: bigint): bigint {
  return parts.negative ? -value : value;
}

function pow10(power: number): bigint {
  return 10n ** BigInt(Math.max(0, power));
}

/**
 * Which of two quantities is more: negative, zero or positive, as Quantity.Cmp.
 * Undefined where one of them is no quantity.
 */
export function compareQuantities(
  a: string | number | bigint,
  b: string | number | bigint,
): number | undefined {
  const [left, right] = [nanos(a), nanos(b)];
  if (left === undefined || right === undefined) return undefined;
  return left < right ? -1 : left > right ? 1 : 0;
}

/**
 * The sum as the server prints it, in the first one's format, as Quantity.Add keeps it; undefined where one
 * of them is no quantity.
 */
export function addQuantities(a: string, b: string): string | undefined {
  const [left, right] = [nanos(a), nanos(b)];
  if (left === undefined || right === undefined) return undefined;
  const format = parse(left === 0n ? b : a)?.format ?? "DecimalSI";
  const sum = left + right;
  return format === "BinarySI" ? binaryForm(sum, -9) : decimalForm(sum, -9, format);
}

function nanos(value: string | number | bigint): bigint | undefined {
  const parts = parse(String(value));
  if (parts === undefined) return undefined;
  const binary = parts.format === "BinarySI";
  const amount = BigInt(parts.whole + parts.fraction) << BigInt(binary ? parts.exponent : 0);
  const scale = (binary ? 0 : parts.exponent) - parts.fraction.length + 9;
  const whole = scale >= 0 ? amount * pow10(scale) : roundUp(amount, scale, 0)[0];
  return signed(parts, whole);
}
