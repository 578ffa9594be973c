import { isTerminating } from "../../core/decide/terminating.js";
import type { Decision, Strategy } from "../../core/decision.js";
import { isObject, type KubeObject } from "../../core/json.js";
import type { Gate } from "../../rules/gate.js";
import { answerKey, keptOf } from "./answers.js";
import type { Session } from "./session.js";
import { isStated } from "./stated.js";
import type { Subject } from "./subject.js";

/** Why a write is called for by values, of a rule of the kind's own or of none. */
const OF_VALUES: ReadonlySet<string> = new Set(["not-as-observed", "no-rule"]);

/** The server's answers, as one call of ensure makes use of them. */
export class Observing {
  /** What this call asked: it counts for the call, however short answers are remembered. */
  private asked: { readonly key: string | undefined; readonly answer: KubeObject } | undefined;
  private readonly observes: boolean;
  /** The server can be asked what it makes of desired. */
  private canAsk: boolean;

  constructor(
    private readonly session: Session,
    private readonly subject: Subject,
  ) {
    this.observes = mayObserve(session.gate, subject);
    this.canAsk = session.port.lacks?.includes("dryRun") !== true;
  }

  /** The server's answer to this desired object, as far as one is remembered. */
  answerTo(desired: KubeObject, live: KubeObject | undefined): KubeObject | undefined {
    if (!this.observes || live === undefined) return undefined;
    const key = answerKey(desired, live, this.subject.subresource);
    if (this.asked !== undefined && this.asked.key === key) return this.asked.answer;
    return key === undefined ? undefined : this.session.answers.get(key);
  }

  /** True where the server is to be asked what it makes of desired before anything is written. */
  asks(decision: Decision, desired: KubeObject, live: KubeObject | undefined): boolean {
    if (this.asked !== undefined || !this.canAsk) return false;
    return decision.reason.code === "not-observed" || this.leavesOpen(decision, desired, live);
  }

  /**
   * True where live is not as the server answered, yet as desired states it: others may have set what the server would leave as it is,
   * or taken away what it would put back.
   */
  private leavesOpen(decision: Decision, desired: KubeObject, live: KubeObject | undefined): boolean {
    if (decision.verdict !== "write" || !OF_VALUES.has(decision.reason.code)) return false;
    if (isObject(live) && isTerminating(live)) return false;
    const { mode } = this.session.gate;
    const { strategy, changes } = decision;
    return (
      strategy === "observed" &&
      changes.length > 0 &&
      changes.every(({ path }) => !isStated(desired, path, mode === "apply"))
    );
  }

  /** Nothing can be asked: what has to be written is written at once. */
  giveUp(): void {
    this.canAsk = false;
  }

  get hasAsked(): boolean {
    return this.asked !== undefined;
  }

  /** Remembers the answer to a dry run that was to find it out. */
  noteAsked(desired: KubeObject, answer: KubeObject): void {
    this.asked = { key: answerKey(desired, answer, this.subject.subresource), answer };
    this.note("observed", desired, answer);
  }

  /** Remembers the answer to a write of desired. Of an object that is being deleted only finalizers are written. */
  note(strategy: Strategy, desired: KubeObject, answer: KubeObject): void {
    if (strategy !== "observed" || !isObject(answer) || isTerminating(answer)) return;
    const { subresource } = this.subject;
    const key = answerKey(desired, answer, subresource);
    if (key === undefined) return;
    this.session.answers.note(key, keptOf(desired, answer, subresource));
  }
}

/** True of a rule of which some part has the strategy. */
function mayObserve(gate: Gate, { ref, subresource }: Subject): boolean {
  const { rule } = gate.ruleFor(ref, subresource);
  const parts = [rule, ...(rule.overrides ?? [])];
  return parts.some(({ strategy, when }) =>
    [{ strategy }, ...(when ?? [])].some((part) => part.strategy === "observed"),
  );
}
