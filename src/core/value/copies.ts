import type { Json, JsonObject } from "../json.js";

type Members = Record<string, Json | undefined>;

/** Copies of what is another's, each made once: a copy is itself changed in place. */
export class Copies {
  private readonly objects = new WeakMap<JsonObject, Members>();
  private readonly lists = new WeakMap<readonly Json[], Json[]>();

  object(of: JsonObject | undefined): Members {
    const own = of === undefined ? undefined : this.objects.get(of);
    if (own !== undefined) return own;
    const copy: Members = { ...of };
    this.objects.set(copy, copy);
    return copy;
  }

  list(of: readonly Json[]): Json[] {
    const own = this.lists.get(of);
    if (own !== undefined) return own;
    const copy = [...of];
    this.lists.set(copy, copy);
    return copy;
  }
}
