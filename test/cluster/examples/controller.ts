import type { Decision } from "../../../src/core/decision.js";
import type { JsonObject, KubeObject as Wire } from "../../../src/core/json.js";
import type { Gate } from "../../../src/index.js";
import type { Writes } from "../../../src/rules/cases/writes.js";
import type { Answer, Client, KubeObject } from "../../../tools/cluster/types.d.ts";

/** A controller as small as can be: it reads, asks the gate, and sends what the gate says. */
export class Controller {
  /** How many writes it has sent. */
  sent = 0;

  constructor(
    private readonly client: Client,
    readonly gate: Gate,
    private readonly writes: Writes,
  ) {}

  async reconcile(desired: KubeObject): Promise<Decision<JsonObject>> {
    const decision = await this.decide(desired);
    await this.send(decision, desired);
    return decision;
  }

  async decide(desired: KubeObject): Promise<Decision<JsonObject>> {
    const read = await this.client.get(desired);
    const live = read.code === 404 ? undefined : accepted(read);
    return this.gate.decide(desired as Wire, live as Wire | undefined) as unknown as Decision<JsonObject>;
  }

  /** Sends a payload, if there is one; throws where the server refuses it. */
  async send(decision: Decision<JsonObject>, desired: KubeObject): Promise<void> {
    if (decision.verdict !== "write" && decision.verdict !== "create") return;
    this.sent++;
    const payload = decision.payload() as unknown as KubeObject;
    const mode = decision.verdict === "create" ? undefined : decision.mode;
    accepted(await this.write(mode, payload, desired));
  }

  /** @param mode undefined for what is not there yet */
  private write(mode: Writes["mode"] | undefined, payload: KubeObject, desired: KubeObject): Promise<Answer> {
    const { client, writes } = this;
    const by = { fieldManager: writes.fieldManager ?? "controller" };
    if ((mode ?? writes.mode) === "apply") return client.apply(payload, { ...by, force: true });
    if (mode === undefined) return client.create(payload, by);
    return mode === "merge" ? client.merge(desired, payload, by) : client.replace(payload, by);
  }
}

/** The object that an answer has; throws where it is a refusal. */
export function accepted({ code, body }: Answer): JsonObject {
  if (code >= 300) throw new Error(`${code}: ${body.message}`);
  return body as JsonObject;
}
