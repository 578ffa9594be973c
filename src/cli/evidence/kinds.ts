import type { Examined } from "../../adapter/evidence/examine.js";
import type { Source } from "../../core/decision.js";
import type { GateOptions } from "../../rules/gate.js";
import type { Candidate } from "../../rules/learn/evidence/candidates.js";
import { type Choice, choose } from "../../rules/learn/evidence/choose.js";
import { byGate, type Contender, contendersOf } from "../../rules/learn/evidence/decide.js";
import { type Score, Tallies } from "../../rules/learn/evidence/tally.js";
import type { Engine } from "../engine.js";
import type { Manifest } from "../input/index.js";
import { rulePlace } from "../objects/rule-place.js";

/** What the evidence says of one kind. */
export interface KindEvidence {
  readonly apiVersion: string;
  readonly kind: string;
  /** How many objects were asked about: over live, and as yet to be created. */
  readonly objects: { readonly live: number; readonly created: number };
  /** Variants that say nothing, and those that were too many to ask about. */
  readonly silent: number;
  readonly left: number;
  /** Where the server answers otherwise each time, in any of the objects. */
  readonly unstable: readonly string[];
  readonly choice: Choice;
  readonly scores: Readonly<Record<Candidate, Score>>;
  /** The rule as it is; `place` is undefined where there is none. */
  readonly rule: { readonly strategy: string; readonly place: Source | undefined; readonly score: Score };
}

interface Counted {
  readonly first: Manifest;
  readonly tallies: Tallies;
  readonly objects: { live: number; created: number };
  silent: number;
  left: number;
  readonly unstable: Set<string>;
}

/** Holds what strategies decide against what the server said, kind by kind. */
export class Kinds {
  private readonly kinds = new Map<string, Counted>();
  private readonly contenders: Readonly<Record<Candidate, Contender>>;
  private readonly ruled: Contender;

  constructor(
    private readonly engine: Engine,
    options: Omit<GateOptions, "rules">,
  ) {
    this.contenders = contendersOf(engine.rules, options);
    this.ruled = byGate(engine.gate);
  }

  add(desired: Manifest, { basis, asked, silent, left, unstable }: Examined): void {
    const counted = this.counted(desired);
    counted.objects[basis === "write" ? "live" : "created"]++;
    counted.silent += silent;
    counted.left += left;
    for (const path of unstable) counted.unstable.add(path);
    const name = [desired.namespace, desired.name].filter((part) => part !== undefined).join("/");
    for (const each of asked) counted.tallies.add(name, each, desired.object, basis === "write");
  }

  evidence(): readonly KindEvidence[] {
    return [...this.kinds.values()].map(({ first, tallies, unstable, ...counts }) => {
      const { apiVersion, kind } = first;
      const scores = tallies.scores();
      const place = rulePlace(first, this.engine);
      const { strategy } = this.engine.ruleFor(first.object).rule;
      const rule = { strategy, place, score: tallies.ruleScore() };
      return { apiVersion, kind, ...counts, unstable: [...unstable], choice: choose(scores), scores, rule };
    });
  }

  private counted(desired: Manifest): Counted {
    const key = `${desired.apiVersion} ${desired.kind}`;
    const known = this.kinds.get(key);
    if (known !== undefined) return known;
    const tallies = new Tallies(this.contenders, this.ruled);
    const objects = { live: 0, created: 0 };
    const made = { first: desired, tallies, objects, silent: 0, left: 0, unstable: new Set<string>() };
    this.kinds.set(key, made);
    return made;
  }
}
