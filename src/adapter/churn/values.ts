import type { Shown } from "../../core/decision.js";
import { type Json, textOf } from "../../core/json.js";
import { Sensitive } from "../../core/sensitive.js";
import { sha256Hex } from "../../rules/digest.js";
import { BOUNDS } from "./thresholds.js";

/** A value as far as the counter keeps it: to be told from another, and to be shown. */
export interface KeptValue {
  readonly id: string;
  /** undefined where it is absent; of a secret or a long one, a digest. */
  readonly shown: Json | undefined;
}

const ABSENT: KeptValue = { id: "", shown: undefined };

export function keptValue(value: Shown | undefined): KeptValue {
  if (value === undefined) return ABSENT;
  if (value instanceof Sensitive) return { id: value.digest, shown: value.toJSON() };
  const text = textOf(value);
  if (text.length <= BOUNDS.valueLength) return { id: text, shown: value };
  const digest = `sha256:${sha256Hex(text).slice(0, 16)}`;
  return { id: digest, shown: `<${text.length} characters, ${digest}>` };
}
