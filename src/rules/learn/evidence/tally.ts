import type { JsonObject } from "../../../core/json.js";
import type { Asked, Said } from "./asked.js";
import { CANDIDATES, type Candidate } from "./candidates.js";
import type { Contender } from "./decide.js";

/** A decision that is not what the server says. */
export interface Wrong {
  /** The object's name. */
  readonly object: string;
  readonly edit: Asked["edit"];
  readonly path: string;
  /** desired: the builder changed it. live: somebody edited live, and desired is as it was applied. */
  readonly side: "desired" | "live";
  readonly said: Said;
}

/** How often a strategy was wrong. */
export interface Score {
  readonly pairs: number;
  /** It skips what the server would change. */
  readonly falseSkips: number;
  /** It writes what changes nothing. */
  readonly falseWrites: number;
  /** A few of each, false skips first. */
  readonly examples: readonly Wrong[];
}

/** How many examples a score keeps of false skips, and of false writes. */
const EXAMPLES = 2;

/** Counts one strategy's decisions. */
export class Tally {
  private pairs = 0;
  private readonly skips: Wrong[] = [];
  private readonly writes: Wrong[] = [];

  /** @param sees what an update refuses can be seen: live is there. */
  add(verdict: ReturnType<Contender["verdict"]>, wrong: Wrong, sees: boolean): void {
    if (verdict === "blocked" && !sees) return;
    this.pairs++;
    const { said } = wrong;
    const writes = verdict === "write";
    if (said.type === "changes" && !said.onlyOrder && !writes) this.skips.push(wrong);
    if (said.type === "changes-nothing" && writes) this.writes.push(wrong);
  }

  score(): Score {
    const { pairs, skips, writes } = this;
    return {
      pairs,
      falseSkips: skips.length,
      falseWrites: writes.length,
      examples: [...distinct(skips), ...distinct(writes)],
    };
  }
}

/** The first few that differ in more than the side that was changed. */
function distinct(wrongs: readonly Wrong[]): readonly Wrong[] {
  const isFirst = (wrong: Wrong, index: number): boolean =>
    wrongs.findIndex(({ edit, path }) => edit === wrong.edit && path === wrong.path) === index;
  return wrongs.filter(isFirst).slice(0, EXAMPLES);
}

/** Counts the decisions of every strategy, and of the rule as it is. */
export class Tallies {
  private readonly rule = new Tally();
  private readonly each = new Map(CANDIDATES.map((name) => [name, new Tally()]));

  constructor(
    private readonly contenders: Readonly<Record<Candidate, Contender>>,
    private readonly ruled: Contender,
  ) {}

  /**
   * Counts a write that the server was asked about: once as if the builder had changed desired, once as if live had been edited since it was
   * written. Only a recorded fingerprint tells the two apart.
   * @param unchanged desired as it was before
   * @param sees live is there, so that what an update refuses can be seen
   */
  add(object: string, asked: Asked, unchanged: JsonObject, sees: boolean): void {
    const { edit, path, said } = asked;
    const sides = edit === "unchanged" ? (["desired"] as const) : (["desired", "live"] as const);
    for (const side of sides) {
      const applied = side === "desired" ? unchanged : asked.desired;
      const wrong = { object, edit, path, side, said };
      for (const [name, tally] of this.each)
        tally.add(this.contenders[name].verdict(asked, applied), wrong, sees);
      this.rule.add(this.ruled.verdict(asked, applied), wrong, sees);
    }
  }

  scores(): Readonly<Record<Candidate, Score>> {
    return Object.fromEntries([...this.each].map(([name, tally]) => [name, tally.score()])) as Record<
      Candidate,
      Score
    >;
  }

  ruleScore(): Score {
    return this.rule.score();
  }
}
