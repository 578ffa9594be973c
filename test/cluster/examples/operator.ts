import type { Client, KubeObject } from "../../../tools/cluster/types.d.ts";
import { accepted, Controller } from "./controller.js";
import { type ExampleKind, placed } from "./example.js";

/** One of an operator's objects, and what reconciles it. */
interface Owned {
  readonly desired: KubeObject;
  readonly controller: Controller;
  readonly kind: ExampleKind;
}

/** An operator of an example's base objects. */
export class Operator {
  private constructor(
    private readonly client: Client,
    readonly objects: readonly Owned[],
  ) {}

  /** @param namespace the objects'; a Namespace among them gets this name */
  static async of(client: Client, kinds: readonly ExampleKind[], namespace: string): Promise<Operator> {
    const objects: Owned[] = [];
    for (const kind of kinds) {
      const { base } = kind.table;
      const { name = "" } = (base as KubeObject).metadata ?? {};
      const desired = await placed(client, base, base.kind === "Namespace" ? namespace : name, namespace);
      objects.push({ desired, kind, controller: new Controller(client, kind.gate, kind.writes) });
    }
    return new Operator(client, objects);
  }

  /** Reconciles each object once: its kind, what was decided, and how many writes were sent. */
  async round(): Promise<readonly string[]> {
    const done: string[] = [];
    for (const { desired, controller } of this.objects) {
      const before = controller.sent;
      const { verdict } = await controller.reconcile(desired);
      done.push(`${desired.kind} ${verdict} ${controller.sent - before}`);
    }
    return done;
  }

  /** What a round gives in which the same is done of each object. */
  each(done: string): readonly string[] {
    return this.objects.map(({ desired }) => `${desired.kind} ${done}`);
  }

  /** What a write that changes something moves. */
  versions(): Promise<readonly unknown[]> {
    return Promise.all(
      this.objects.map(async ({ desired }) => {
        const { metadata } = await this.read(desired);
        return [desired.kind, metadata?.resourceVersion, metadata?.generation];
      }),
    );
  }

  async read(object: KubeObject): Promise<KubeObject> {
    return accepted(await this.client.get(object)) as unknown as KubeObject;
  }

  /** Deletes what is in no namespace, so that another operator can be made. */
  async end(): Promise<void> {
    for (const { desired } of this.objects) {
      if (desired.metadata?.namespace === undefined) await this.client.delete(desired);
    }
  }
}
