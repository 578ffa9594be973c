import { Bounded } from "./bounded.js";
import type { CountedEffect } from "./effect.js";
import { ObjectCount } from "./object-count.js";
import { BOUNDS } from "./thresholds.js";
import { type Counts, count, Timeline } from "./timeline.js";
import { type Who, type Write, whoKey } from "./write.js";

/** The writes of one maker to one kind. */
export interface WriterCount {
  readonly who: Who;
  readonly apiVersion: string;
  readonly kind: string;
  writes: number;
  readonly effects: Counts;
}

/** Smaller bounds, for tests. */
export interface CounterOptions {
  /** Objects remembered; 5000 unless given. */
  readonly objects?: number;
  /** Makers remembered, one for each kind that they write; 1000 unless given. */
  readonly writers?: number;
}

/** Counts writes, in bounded memory: see BOUNDS, and Bounded for who is forgotten. */
export class ChurnCounter {
  writes = 0;
  readonly effects: Counts = {};
  readonly timeline = new Timeline();
  readonly objects: Bounded<ObjectCount>;
  readonly writers: Bounded<WriterCount>;

  constructor({ objects = BOUNDS.objects, writers = BOUNDS.writers }: CounterOptions = {}) {
    // Whoever is accused is kept before all others.
    this.objects = new Bounded({
      size: objects,
      bytes: BOUNDS.objectBytes,
      weight: (each) => each.writes + (each.isAccused ? Number.MAX_SAFE_INTEGER / 2 : 0),
      bytesOf: ({ bytes }) => bytes,
    });
    this.writers = new Bounded({ size: writers, weight: (each) => each.writes });
  }

  /** @returns the write's effect: a change that put back what an update before had taken away is a flip */
  add(write: Write): CountedEffect {
    const { apiVersion, kind, namespace, name } = write;
    const object = this.objects.at(
      objectKey(write),
      () => new ObjectCount({ apiVersion, kind, name, ...(namespace !== undefined && { namespace }) }),
    );
    const effect = object.add(write);
    this.writes++;
    count(this.effects, effect);
    this.timeline.add(write.at, effect);
    const by = whoKey(write.who);
    if (by !== undefined) {
      const writer = this.writers.at(`${apiVersion}|${kind}|${by}`, () => ({
        who: write.who,
        apiVersion,
        kind,
        writes: 0,
        effects: {},
      }));
      writer.writes++;
      count(writer.effects, effect);
    }
    return effect;
  }

  /** Updates of an object were missed, so that nobody knows who did what last: what comes next undoes nothing. */
  interrupt(object: Pick<Write, "apiVersion" | "kind" | "namespace" | "name">): void {
    this.objects.get(objectKey(object))?.interrupt();
  }
}

function objectKey({
  apiVersion,
  kind,
  namespace = "",
  name,
}: Pick<Write, "apiVersion" | "kind" | "namespace" | "name">): string {
  return `${apiVersion}|${kind}|${namespace}|${name}`;
}
