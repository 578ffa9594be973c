import type { Decision, Explanation, Source } from "../core/decision.js";
import type { Layout } from "./layout.js";
import type { Palette } from "./palette.js";

/** What the prose takes: a decision, with or without what was passed over. */
export type AnyDecision = Decision | Explanation;

/** Which object a decision is about; each part is left out where it is not known. */
export interface Subject {
  readonly apiVersion?: string | undefined;
  readonly kind?: string | undefined;
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
  /** The rule that decided. */
  readonly rule?: Pick<Source, "file" | "line"> | undefined;
}

export interface FormatOptions {
  /** Colours; none by default. */
  readonly color?: Palette;
  /** Lists every difference that was passed over, instead of counting them. */
  readonly verbose?: boolean;
  /** Behind the count of what was passed over: how to see it. */
  readonly hint?: string;
  /** What became of the object, in place of what is to be done. */
  readonly word?: string;
  /** The widths of the first columns, so that several decisions stand in line. */
  readonly widths?: readonly [name: number, kind: number, strategy: number];
  /** The terminal whose width lines are wrapped to; none by default. */
  readonly layout?: Layout | undefined;
}
