import type { Step } from "../walk/context.js";

interface Branch {
  readonly below: Map<string, Branch>;
  /** One of the places ends here. */
  ends: boolean;
}

/** Many places of one object. */
export class PlaceTree {
  private readonly root = branch();

  add(steps: readonly Step[]): void {
    let at = this.root;
    for (const step of steps) {
      const key = keyOf(step);
      const next = at.below.get(key) ?? branch();
      at.below.set(key, next);
      at = next;
    }
    at.ends = true;
  }

  /** True where a place is one of these, or lies within one, or one within it. */
  touches(steps: readonly Step[]): boolean {
    let at = this.root;
    for (const step of steps) {
      if (at.ends) return true;
      const next = at.below.get(keyOf(step));
      if (next === undefined) return false;
      at = next;
    }
    return at.ends || at.below.size > 0;
  }
}

function branch(): Branch {
  return { below: new Map(), ends: false };
}

function keyOf({ segment }: Step): string {
  return JSON.stringify(segment);
}
