// @ts-check
import { configMap, names, object, reference } from "../objects.mjs";

const RUNNER = "task-runner";
const ANNOTATOR = "cost-annotator";
const CLEANER = "cleanup-controller";
const FINALIZER = "example.com/cleanup";
const ANNOTATION = "cost.example.com/centre";
/** A task is created, annotated, written to and deleted, each in a round of its own; then it comes again under its name. */
const PHASES = 4;

/** @typedef {import("../types.d.ts").Stage} Stage @typedef {import("../types.d.ts").Actor} Actor */

/**
 * Objects that come and go, every other one with a finalizer that is taken away when it is deleted; and one that adds its annotation to
 * each object once: to these, and to those of the fleet.
 * @param {Stage} stage @param {number} part @returns {Actor[]}
 */
export function tasks({ hand, namespace, apps, rounds, share }, part) {
  const runner = hand(RUNNER);
  const annotator = hand(ANNOTATOR);
  const cleaner = hand(CLEANER);
  const slots = names("task", share(part) * 2);
  /** @param {string} name @param {number} round @param {string} state */
  const task = (name, round, state) =>
    configMap(namespace, name, RUNNER, { state, started: `in round ${round}` });
  /** @param {number} round @param {number} phase */
  const inPhase = (round, phase) => slots.filter((_, index) => (round + index) % PHASES === phase);
  const annotate = (/** @type {import("../types.d.ts").Stated} */ object) =>
    annotator.merge(object, { metadata: { annotations: { [ANNOTATION]: "platform" } } });
  const once = apps.flatMap(({ name }) => [
    object("apps/v1", "Deployment", namespace, name),
    object("v1", "Service", namespace, name),
  ]);
  const perRound = Math.ceil(once.length / rounds);
  const held = new Set(slots.filter((_, index) => index % 2 === 1));
  /** @param {string} name @param {number} round */
  function created(name, round) {
    const fresh = task(name, round, "waiting");
    const metadata = { ...fresh.metadata, finalizers: [FINALIZER] };
    return runner.create(held.has(name) ? { ...fresh, metadata } : fresh);
  }
  /** Names that are there. @type {Set<string>} */
  const there = new Set();
  /** Names of those that wait for their finalizer to go. @type {Set<string>} */
  const ending = new Set();

  return [
    {
      name: RUNNER,
      async round(round) {
        const work = [
          ...inPhase(round, 0).map((name) => {
            there.add(name);
            return created(name, round);
          }),
          ...inPhase(round, 2)
            .filter((name) => there.has(name))
            .map((name) => runner.merge(task(name, round, ""), { data: { state: `done in ${round}` } })),
          ...inPhase(round, 3)
            .filter((name) => there.delete(name))
            .map((name) => {
              if (held.has(name)) ending.add(name);
              return runner.delete(reference(task(name, round, "")));
            }),
        ];
        await Promise.all(work);
      },
    },
    {
      name: CLEANER,
      follows: true,
      async round(round) {
        const due = [...ending];
        ending.clear();
        await Promise.all(
          due.map((name) => cleaner.merge(task(name, round, ""), { metadata: { finalizers: null } })),
        );
      },
    },
    {
      name: ANNOTATOR,
      async round(round) {
        const fresh = inPhase(round, 1).filter((name) => there.has(name));
        await Promise.all([
          ...fresh.map((name) => annotate(task(name, round, ""))),
          ...once.slice(round * perRound, (round + 1) * perRound).map(annotate),
        ]);
      },
    },
  ];
}
