import type { Mode } from "../../../src/core/decision.js";
import type { JsonObject, KubeObject } from "../../../src/core/json.js";
import { configMap } from "./config-map.js";
import { meanwhile } from "./faults.js";
import type { Outcome, Played } from "./play.js";
import type { Stage } from "./stage.js";

/** What others do between reading and writing, and what has to come of it. */
export type MeanwhileRow = Pick<Played, "task" | "times" | "make"> & {
  readonly what: string;
  readonly due: (mode: Mode) => Partial<Outcome>;
};

const EVER = Number.POSITIVE_INFINITY;

/** Somebody else puts a label on, another each time; creates where there is nothing. */
const labels: Played["make"] = ({ other, ref }, foreign) => {
  let times = 0;
  return meanwhile(async () => {
    const theirs = { labels: { theirs: String(++times) } };
    const found = await other.read(ref());
    foreign(
      found === undefined
        ? await other.create(configMap(ref(), { b: "1" }, theirs))
        : ((await other.merge?.(ref(), { metadata: theirs })) as KubeObject),
    );
  });
};

const deletes: Played["make"] = ({ other, ref }) => meanwhile(async () => other.delete?.(ref()));

const recreates: Played["make"] = ({ other, ref }, foreign) =>
  meanwhile(async () => {
    await other.delete?.(ref());
    foreign(await other.create(configMap(ref(), { b: "1" })));
  });

const home = (namespace: string): KubeObject & { readonly metadata: { readonly name: string } } => ({
  apiVersion: "v1",
  kind: "Namespace",
  metadata: { name: namespace },
});

async function terminate({ other, namespace }: Stage): Promise<void> {
  await other.delete?.({ apiVersion: "v1", kind: "Namespace", name: namespace });
}

/** As the controller does it that does not run here. */
async function remove(stage: Stage): Promise<void> {
  await terminate(stage);
  const { client } = stage;
  const found = await client.get(home(stage.namespace) as never);
  const body = { ...found.body, spec: { finalizers: [] as string[] } } as JsonObject;
  await client.request("PUT", `/api/v1/namespaces/${stage.namespace}/finalize`, { body });
}

const settled = { asDesired: true, changes: 1, untouched: true };

export const MEANWHILE: readonly MeanwhileRow[] = [
  ...[1, 3].flatMap((times): readonly MeanwhileRow[] => [
    {
      what: `somebody else changes it, ${times}x`,
      task: "update",
      times,
      make: labels,
      due: () => ({ outcome: "updated", retries: times, reached: times + 1, ...settled }),
    },
    {
      what: `somebody else creates it, and changes it, ${times}x in all`,
      task: "create",
      times,
      make: labels,
      due: (mode) => ({
        outcome: mode === "apply" ? "created" : "updated",
        // An apply creates, or takes over what is there.
        retries: mode === "apply" ? 0 : times,
        reached: mode === "apply" ? 1 : times + 1,
        ...settled,
      }),
    },
  ]),
  {
    what: "somebody else changes it for ever",
    task: "update",
    times: EVER,
    make: labels,
    due: () => ({ outcome: "conflict", reached: 6, changes: 0, untouched: true }),
  },
  {
    what: "it is deleted",
    task: "update",
    times: 1,
    make: deletes,
    due: () => ({ outcome: "created", retries: 1, reached: 2, ...settled }),
  },
  {
    what: "it is deleted and made anew",
    task: "update",
    times: 1,
    make: recreates,
    due: () => ({ outcome: "updated", retries: 1, reached: 2, ...settled }),
  },
  {
    what: "its namespace is deleted",
    task: "create",
    times: 1,
    make: (stage) => meanwhile(() => terminate(stage)),
    due: () => ({ outcome: "namespace-terminating", reached: 1, changes: 0 }),
  },
  {
    what: "its namespace is gone",
    task: "create",
    times: 1,
    make: (stage) => meanwhile(() => remove(stage)),
    due: () => ({ outcome: "namespace-not-found", reached: 1, changes: 0 }),
  },
  {
    what: "its namespace is deleted, while it is updated",
    task: "update",
    times: 1,
    make: (stage) => meanwhile(() => terminate(stage)),
    due: () => ({ outcome: "updated", retries: 0, reached: 1, ...settled }),
  },
];
