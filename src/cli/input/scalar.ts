import { exactInteger } from "../../adapter/exact-json.js";
import type { Json } from "../../core/json.js";

/** Words that go-yaml reads as something other than text. */
const WORDS: ReadonlyMap<string, boolean | null> = new Map([
  ...spellings(["y", "yes", "true", "on"], true),
  ...spellings(["n", "no", "false", "off"], false),
  ...spellings(["null"], null),
  ["~", null],
  ["", null],
]);

const INFINITE = /^[-+]?\.(?:inf|Inf|INF)$/;
const NOT_A_NUMBER = /^\.(?:nan|NaN|NAN)$/;
const INTEGER = /^([-+]?)(?:0[xX]([0-9a-fA-F]+)|0[bB]([01]+)|0[oO]?([0-7]+)|(0|[1-9][0-9]*))$/;
const FLOAT = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;

/**
 * What a plain (unquoted) YAML scalar stands for, as kubectl reads it: YAML 1.1's booleans and
 * octals, YAML 1.2's `0o`, no sexagesimals, timestamps stay text. Infinity and NaN come back as numbers.
 * Source: resolve.go of sigs.k8s.io/yaml/goyaml.v2.
 */
export function resolvePlain(text: string): Json {
  const word = WORDS.get(text);
  if (word !== undefined) return word;
  const first = text.charCodeAt(0);
  const numeric = first === 0x2b || first === 0x2d || first === 0x2e || (first >= 0x30 && first <= 0x39);
  return numeric ? (number(text) ?? text) : text;
}

/** The number that a text stands for, or undefined. */
export function number(text: string): number | bigint | undefined {
  if (INFINITE.test(text)) return text.startsWith("-") ? -Infinity : Infinity;
  if (NOT_A_NUMBER.test(text)) return NaN;
  const plain = text.replaceAll("_", "");
  const integer = INTEGER.exec(plain);
  if (integer) return integerOf(integer);
  if (!FLOAT.test(plain)) return undefined;
  const value = Number(plain);
  return Number.isFinite(value) ? value || 0 : undefined; // JSON has no -0.
}

function integerOf(match: RegExpExecArray): number | bigint {
  const [, sign, hex, binary, octal, decimal] = match;
  const magnitude = BigInt(
    hex ? `0x${hex}` : binary ? `0b${binary}` : octal ? `0o${octal}` : (decimal ?? "0"),
  );
  return exactInteger(sign === "-" ? -magnitude : magnitude);
}

function spellings<T>(words: readonly string[], value: T): [string, T][] {
  return words.flatMap((word): [string, T][] => [
    [word, value],
    [word[0]?.toUpperCase() + word.slice(1), value],
    [word.toUpperCase(), value],
  ]);
}
