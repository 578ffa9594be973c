import type { Decision } from "../../core/decision.js";
import { sha256Hex } from "../../rules/digest.js";
import { Recent } from "../recent.js";

export interface FightOptions {
  /** Writes of the same changes that make a fight; 5 unless given. */
  readonly threshold?: number;
  /** Seconds in which a write comes to count half; 120 unless given. */
  readonly halfLifeSeconds?: number;
  /** Hold further writes back until older ones count less: the result is `blocked`. false unless given. */
  readonly hold?: boolean;
}

interface Heat {
  readonly changes: string;
  readonly heat: number;
  /** When that was, in milliseconds. */
  readonly at: number;
}

/** How many objects are watched at once. */
const SIZE = 10_000;

/**
 * Finds objects that are written again and again with the same changes. Each write adds one to the object's heat, which halves
 * with time; another change starts anew.
 */
export class Fights {
  private readonly heats = new Recent<Heat>(SIZE);
  private readonly threshold: number;
  private readonly halfLifeMs: number;
  readonly holds: boolean;

  constructor({ threshold = 5, halfLifeSeconds = 120, hold = false }: FightOptions = {}) {
    this.threshold = threshold;
    this.halfLifeMs = halfLifeSeconds * 1000;
    this.holds = hold;
  }

  /** The heat that this write would add to, where it is a fight; undefined where it is none. */
  heatOf(key: string, decision: Decision, now: number): number | undefined {
    const known = this.heats.get(key);
    if (known === undefined || known.changes !== changesOf(decision)) return undefined;
    const heat = this.decayed(known, now);
    // Writes of a moment ago count whole.
    return Math.round(heat + 1) >= this.threshold ? heat + 1 : undefined;
  }

  /** Notes a write that was sent. */
  note(key: string, decision: Decision, now: number): void {
    const changes = changesOf(decision);
    if (changes === undefined) return;
    const known = this.heats.get(key);
    const before = known?.changes === changes ? this.decayed(known, now) : 0;
    this.heats.set(key, { changes, heat: before + 1, at: now });
  }

  private decayed({ heat, at }: Heat, now: number): number {
    return heat * 2 ** ((at - now) / this.halfLifeMs);
  }
}

/** What a write does, as a digest; undefined where its strategy always writes. */
function changesOf(decision: Decision): string | undefined {
  if (decision.reason.code === "unconditional") return undefined;
  if (decision.verdict === "create") return "create";
  if (decision.verdict !== "write") return undefined;
  const { code } = decision.reason;
  const changes = decision.changes.map(({ path, desired }) => [path, desired]);
  // A digest, since what is written may be large.
  return sha256Hex(
    JSON.stringify([code, changes], (_, value) => (typeof value === "bigint" ? `${value}n` : value)),
  );
}
