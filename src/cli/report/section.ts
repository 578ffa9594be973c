import type { Html } from "./html.js";

/** One document's part of the page. */
export interface Section {
  readonly title: string;
  /** The shortest answer: a headline. */
  readonly headline: string;
  /** Whether there is something to be done. */
  readonly state: "good" | "bad" | "plain";
  /** What a reader in haste takes away; it stands at the top of the page. */
  readonly summary: Html;
  readonly body: Html;
}
