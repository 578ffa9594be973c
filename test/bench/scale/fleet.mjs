// @ts-check
// Many live objects, each decided against its own prepared desired one, again and again.
import { do_not_optimize } from "mitata";
import { fleetGates, recorded } from "./gates.mjs";
import { allocatedBytes, heldBytes } from "./heap.mjs";
import { cpuOf, median } from "./measure.mjs";
import { MIX, templates } from "./templates.mjs";

/** @typedef {import("../../../src/index.js").Prepared<import("../../../src/index.js").KubeObject>} Prepared */
/** @typedef {{ readonly kind: string, readonly desired: any, readonly live: any }} Pair */

/** Sweeps after which the heap is measured. */
const LOOKS = [1, 10, 50, 100];
/** How many objects of a kind are decided to see what a decision allocates. */
const SAMPLE = 500;

/** The template of each object: kinds by their share, and a kind's templates in turn. @param {ReadonlyMap<string, readonly Pair[]>} byKind @param {number} count */
function* chosen(byKind, count) {
  const slots = Object.entries(MIX).flatMap(([kind, share]) => Array.from({ length: share }, () => kind));
  for (let index = 0; index < count; index++) {
    // A step that shares no factor with a hundred mixes the kinds.
    const kind = slots[(index * 37) % slots.length] ?? "";
    const all = byKind.get(kind) ?? [];
    const template = all[Math.floor(index / slots.length) % all.length];
    if (template === undefined) throw new Error(`no object of the kind ${kind}`);
    yield { index, template };
  }
}

/** The template as an object of its own: every part parsed anew, as a list or a watch would give it. @param {string} text @param {number} index */
function renamed(text, index) {
  const object = JSON.parse(text);
  object.metadata.name = `${object.metadata.name}-${index}`;
  if (object.metadata.uid !== undefined)
    object.metadata.uid = `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`;
  if (object.metadata.resourceVersion !== undefined) object.metadata.resourceVersion = String(1000 + index);
  return object;
}

/** @param {readonly Prepared[]} all @param {readonly any[]} lives @param {string} mode */
function sweep(all, lives, mode) {
  for (let index = 0; index < all.length; index++) {
    const verdict = all[index]?.decide(lives[index]).verdict;
    if (verdict !== "skip") throw new Error(`${lives[index]?.kind} ${index} under ${mode}: ${verdict}`);
  }
}

/**
 * @param {{ readonly objects: number, readonly sweeps: number, readonly pairs: readonly string[] }} options
 * @param {(doing: string) => void} say
 */
export async function measureFleet({ objects, sweeps, pairs }, say) {
  say("making the objects");
  const byKind = await templates(pairs);
  const kinds = [...byKind.values()].flatMap(([first]) => (first === undefined ? [] : [first.desired]));
  const gates = fleetGates(kinds);
  const texts = new Map(
    [...byKind.values()].flat().map((template) => {
      const { desired, live } = template;
      const stated = JSON.stringify(recorded(gates.hash, desired, live));
      return [template, { desired: JSON.stringify(desired), live: stated }];
    }),
  );
  const empty = heldBytes();
  /** @type {any[]} */
  const lives = [];
  /** @type {any[]} */
  const desireds = [];
  /** @type {string[]} */
  const parsed = [];
  for (const { index, template } of chosen(byKind, objects)) {
    const { desired = "", live = "" } = texts.get(template) ?? {};
    desireds.push(renamed(desired, index));
    lives.push(renamed(live, index));
    if (parsed.length < PARSED) parsed.push(JSON.stringify(lives.at(-1)));
  }
  const callers = heldBytes();
  const modes = Object.entries(gates).map(([mode, gate]) => {
    say(`preparing for ${mode}`);
    const before = heldBytes();
    const all = desireds.map((desired) => gate.prepare(desired));
    say(`the first sweep, ${mode}`);
    const first = cpuOf(() => sweep(all, lives, mode)) / objects;
    const held = (heldBytes() - before) / objects;
    return { mode, all, first, held, times: /** @type {number[]} */ ([]) };
  });
  const parseAll = () => {
    for (const text of parsed) do_not_optimize(JSON.parse(text));
  };
  /** @type {number[]} */
  const parses = [];
  /** @type {{ readonly sweep: number, readonly bytes: number }[]} */
  const heaps = [];
  for (let round = 1; round <= sweeps; round++) {
    say(`sweep ${round} of ${sweeps}`);
    for (const { mode, all, times } of modes) times.push(cpuOf(() => sweep(all, lives, mode)) / objects);
    parses.push(cpuOf(parseAll) / parsed.length);
    if (LOOKS.includes(round)) heaps.push({ sweep: round, bytes: heldBytes() });
  }
  const parse = median(parses);
  return {
    objects,
    mix: MIX,
    templates: texts.size,
    /** What the caller's own objects take, in bytes an object. */
    callers: (callers - empty) / objects,
    parse,
    heaps,
    modes: modes.map(({ mode, all, first, held, times }) => ({
      mode,
      first,
      held,
      time: median(times),
      ratio: median(times) / parse,
      sweep: (median(times) * objects) / 1000,
      kinds: ofKinds(mode, all, lives, say),
    })),
  };
}

/** As many live objects' texts as are parsed beside each sweep. */
const PARSED = 2000;

/** Time and allocation of a decision, kind by kind. @param {string} mode @param {readonly Prepared[]} all @param {readonly any[]} lives @param {(doing: string) => void} say */
function ofKinds(mode, all, lives, say) {
  return Object.keys(MIX).map((kind) => {
    say(`${mode}: ${kind}`);
    const places = [...lives.keys()].filter((index) => lives[index].kind === kind).slice(0, SAMPLE);
    const own = places.map((index) => all[index]).filter((each) => each !== undefined);
    const beside = places.map((index) => lives[index]);
    const times = Array.from({ length: 11 }, () => cpuOf(() => sweep(own, beside, mode)) / own.length);
    return { kind, time: median(times), bytes: allocatedBytes(() => sweep(own, beside, mode)) / own.length };
  });
}
