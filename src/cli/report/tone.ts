import type { CountedEffect } from "../../adapter/churn/index.js";

/** What a colour stands for in the page; src/page/style.css has one for each, in both themes. */
export type Tone = CountedEffect | "skip" | "write" | "blocked";
