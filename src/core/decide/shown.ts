import type { Change, Passed, Shown, Source } from "../decision.js";
import type { KindFacts } from "../facts.js";
import type { Json } from "../json.js";
import { formatPath, formatPointer, type Path, parsePath } from "../path.js";
import { Sensitive } from "../sensitive.js";
import type { FoundChange, FoundPassed, Step } from "../walk/context.js";
import { cloneWire } from "../wire.js";
import type { HashFunction } from "./fingerprint.js";

/** All that shows of an object that holds secrets: a misspelt `data` is as secret as data. */
const PUBLIC: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata", "type", "immutable"]);

/** Turns what a walk found into what a decision shows: paths as text, secrets wrapped, rule parts as places. */
export class Presenter {
  private readonly sensitive: readonly Path[];

  constructor(
    facts: KindFacts | undefined,
    private readonly hash: HashFunction,
    private readonly source: (part: string) => Source | undefined,
  ) {
    this.sensitive = (facts?.sensitive ?? []).map(parsePath);
  }

  change(found: FoundChange): Change {
    const { steps, reason } = found;
    return { ...this.place(steps), ...this.values(found), reason, ...this.located(found.part) };
  }

  passed(found: FoundPassed): Passed {
    const { path } = this.place(found.steps);
    return { path, ...this.values(found), by: found.by, ...this.located(found.part) };
  }

  /** A difference that a fingerprint does not look at. */
  drift({ steps, desired, live, part }: FoundChange): Passed {
    return this.passed({ steps, desired, live, by: { code: "drift" }, part });
  }

  private place(steps: readonly Step[]): { path: string; pointer: string } {
    return {
      path: formatPath(steps.map(({ segment }) => segment)),
      pointer: formatPointer(steps.map(({ token }) => token)),
    };
  }

  private located(part: string | undefined): { source?: Source } {
    const source = part === undefined ? undefined : this.source(part);
    return source === undefined ? {} : { source };
  }

  private values(found: FoundChange | FoundPassed): { desired?: Shown; live?: Shown } {
    const secret = this.isSensitive(found.steps);
    const show = (value: Json): Shown => (secret ? concealed(value, this.hash) : cloneWire(value));
    return {
      ...(found.desired !== undefined && { desired: show(found.desired) }),
      ...(found.live !== undefined && { live: show(found.live) }),
    };
  }

  /** True where the place lies in, or holds, a sensitive one. */
  private isSensitive(steps: readonly Step[]): boolean {
    const top = steps[0]?.token;
    if (this.sensitive.length > 0 && typeof top === "string" && !PUBLIC.has(top)) return true;
    return this.sensitive.some((path) =>
      path.every((step, index) => {
        const at = steps[index]?.segment;
        return at === undefined || (at.kind === "key" && step.kind === "key" && at.key === step.key);
      }),
    );
  }
}

/** A value that shows as a short digest of its JSON. */
export function concealed(value: Json, digest: HashFunction): Sensitive {
  const copy = cloneWire(value);
  const text = JSON.stringify(copy, (_key, part) => (typeof part === "bigint" ? String(part) : part));
  return new Sensitive(copy, `sha256:${digest(text).slice(0, 8)}`);
}
