import type { JsonObject, KubeObject } from "../../core/json.js";
import type { Asked } from "../../rules/learn/evidence/asked.js";
import { variantsOf } from "../../rules/learn/evidence/variants.js";
import { eachOrFirstError } from "../pool.js";
import { keyOf, refOf } from "../port/object.js";
import type { Asker } from "./asker.js";
import type { Asking } from "./asking.js";
import { Creations } from "./creations.js";
import { OverLive } from "./over-live.js";
import type { Writing } from "./writing.js";

export interface ExamineOptions {
  readonly asking: Asking;
  readonly writing: Writing;
  /** How many variants at most. */
  readonly limit: number;
  /** Requests under way at once. */
  readonly concurrency: number;
  /** Told before each request. */
  readonly onAsk?: () => void;
}

/** What the server said of one object and its variants. */
export interface Examined {
  readonly basis: Asker["basis"];
  readonly live: JsonObject;
  readonly unstable: Asker["unstable"];
  /** In the variants' order, the unchanged desired first. */
  readonly asked: readonly Asked[];
  /** Variants that say nothing: the server refuses them, or only an update would show. */
  readonly silent: number;
  /** Variants that were not asked about, since there are too many. */
  readonly left: number;
}

/**
 * Asks the server what it would do with desired and variants of it, by dry runs.
 * @throws EnsureError where it does not take desired itself, or cannot be asked; the signal's reason
 */
export async function examine(
  desired: JsonObject,
  { asking, writing, limit, concurrency, onAsk }: ExamineOptions,
): Promise<Examined> {
  const ref = refOf(desired as KubeObject);
  const live = await asking.read(ref);
  const asker =
    live === undefined
      ? await Creations.start(asking, ref, writing, desired)
      : await OverLive.start(asking, ref, writing, desired, live);
  const seed = keyOf(ref);
  const { known, chosen } = variantsOf(desired, { live: asker.live, limit, seed });
  const asked: (Asked | undefined)[] = [];
  await eachOrFirstError([...chosen.entries()], concurrency, async ([index, variant]) => {
    onAsk?.();
    asked[index] = await asker.ask(variant);
  });
  const answered = asked.filter((each) => each !== undefined);
  return {
    basis: asker.basis,
    live: asker.live,
    unstable: asker.unstable,
    asked: answered,
    silent: chosen.length - answered.length,
    left: Math.max(0, known - limit),
  };
}
