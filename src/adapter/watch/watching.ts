import type { KubeObject } from "../../core/json.js";
import { Limit } from "../ensure/limit.js";
import { answerOf } from "../port/answer.js";
import { versionOf } from "../port/object.js";
import type { ClusterPort, WatchEvent } from "../port/port.js";
import { watchFailureOf } from "./failure.js";
import { KnownVersions, keyIn } from "./known-versions.js";
import type { KindEvent, WatchBounds, WatchedKind, WatchKindOptions, WatchState } from "./types.js";

const BOUNDS: WatchBounds = {
  pageSize: 500,
  pageMs: 60_000,
  timeoutSeconds: 300,
  silenceMs: 90_000,
  backoffMs: 500,
  maxBackoffMs: 30_000,
};

/** Refusals in a row that are not believed yet, where the server allowed the same before. */
const DOUBTED = 5;

/** Milliseconds after which a watch that the server ended had its time: sooner, the server is not well. */
const SHORT = 1_000;

/** Milliseconds; a server that asks to be left alone for longer is asked again. */
const LONGEST_ASKED = 300_000;

/** One kind that is watched. */
export class Watching {
  readonly #known: KnownVersions;
  readonly #limit: Limit;
  readonly #bounds: WatchBounds;
  /** The last that was seen; undefined where there has to be a list. */
  #version: string | undefined;
  #why: Extract<WatchState, { readonly type: "listing" }>["why"] = "first";
  /** A first list came to its end. */
  #listed = false;
  /** The moment of a list was over before its last page: it is asked for as a whole. */
  #whole = false;
  /** What a caller's own function has thrown. */
  #thrown: { readonly error: unknown } | undefined;
  /** Failures, and refusals, in a row. */
  #tries = 0;
  #refusals = 0;
  /** The last version was too old, and nothing has come since. */
  #expired = false;

  constructor(
    private readonly port: Required<Pick<ClusterPort, "page" | "watch">>,
    private readonly kind: WatchedKind,
    private readonly options: WatchKindOptions,
  ) {
    const { apiVersion, kind: name } = kind;
    this.#known = new KnownVersions({ apiVersion, kind: name });
    this.#limit = new Limit(options.signal, Number.POSITIVE_INFINITY);
    // Many that watch do not come back all at once.
    const timeoutSeconds = Math.round(BOUNDS.timeoutSeconds * (1 + Math.random()));
    this.#bounds = { ...BOUNDS, timeoutSeconds, ...options.bounds };
  }

  /** @throws the signal's reason, or what ends it */
  async run(): Promise<never> {
    for (;;) {
      this.options.signal.throwIfAborted();
      try {
        this.#version ??= await this.#list();
        await this.#watch(this.#version);
      } catch (error) {
        await this.#afterFailure(error);
      }
    }
  }

  /** Tells of all that is there, and of what is not there any more. The version that it shows. */
  async #list(): Promise<string> {
    this.#tell({ type: "listing", why: this.#why });
    const seen = new Set<string>();
    let from: string | undefined;
    for (;;) {
      const page = await this.#page(from);
      for (const object of page.objects) {
        seen.add(keyIn(object));
        const before = this.#known.see(object);
        if (before !== "same") this.#emit(this.#typeOf(before), object);
      }
      from = page.next;
      if (from !== undefined) continue;
      for (const object of this.#known.keepOnly(seen)) this.#emit("deleted", object);
      this.#listed = true;
      this.#whole = false;
      this.#refusals = 0;
      return page.resourceVersion;
    }
  }

  #page(from: string | undefined): ReturnType<typeof this.port.page> {
    const { pageSize, pageMs } = this.#bounds;
    const limit = this.#whole ? undefined : pageSize;
    return this.#limit.run(pageMs, (signal) => this.port.page({ ...this.kind, limit }, { from, signal }));
  }

  #typeOf(before: "new" | "other"): KindEvent["type"] {
    if (before === "other") return "relisted";
    return this.#listed ? "added" : "first";
  }

  /** Tells of what becomes of them, until the server ends it. */
  async #watch(resourceVersion: string): Promise<void> {
    const { timeoutSeconds, silenceMs } = this.#bounds;
    const { signal } = this.options;
    let opened = Number.POSITIVE_INFINITY;
    const onOpen = (): void => {
      opened = performance.now();
      this.#tell({ type: "watching", resourceVersion, objects: this.#known.size });
    };
    const options = { resourceVersion, allowWatchBookmarks: true, timeoutSeconds, silenceMs, onOpen, signal };
    const hadItsTime = (): boolean => performance.now() - opened >= SHORT;
    try {
      for await (const event of this.port.watch(this.kind, options)) {
        this.#take(event);
        this.#works();
      }
    } finally {
      if (hadItsTime()) this.#works();
    }
    if (!hadItsTime()) await this.#wait(new Error("the server ended the watch at once"));
  }

  #take({ type, object }: WatchEvent): void {
    this.#version = versionOf(object) ?? this.#version;
    if (type === "BOOKMARK") return;
    if (type === "DELETED") {
      this.#known.forget(object);
      this.#emit("deleted", object);
      return;
    }
    const before = this.#known.see(object);
    if (before !== "same") this.#emit(before === "new" ? "added" : "modified", object);
  }

  #works(): void {
    this.#tries = 0;
    this.#refusals = 0;
    this.#expired = false;
  }

  /** Returns where there is something to go on with. */
  async #afterFailure(error: unknown): Promise<void> {
    if (this.#thrown !== undefined) throw this.#thrown.error;
    this.options.signal.throwIfAborted();
    const failure = watchFailureOf(error);
    if (failure.type === "thrown") throw error;
    if (failure.type === "refused" && (!this.#listed || ++this.#refusals >= DOUBTED))
      throw answerOf(error) ?? error;
    if (failure.type === "expired" || failure.type === "unreadable") {
      this.#whole = this.#version === undefined;
      this.#version = undefined;
      this.#why = this.#listed ? failure.type : "first";
      const again = this.#expired;
      this.#expired = failure.type === "expired";
      // The server is well, and nobody at fault, the first time.
      if (this.#expired && !again) return;
    }
    await this.#wait(error, failure.type === "later" ? failure.waitMs : undefined);
  }

  /** @param askedMs how long the server asks to be left alone */
  async #wait(error: unknown, askedMs = 0): Promise<void> {
    const { backoffMs, maxBackoffMs } = this.#bounds;
    const tries = ++this.#tries;
    const backoff = Math.min(maxBackoffMs, backoffMs * 2 ** (tries - 1)) * (0.5 + Math.random() / 2);
    const waitMs = Math.max(Math.min(askedMs, LONGEST_ASKED), backoff);
    this.#tell({ type: "waiting", error, tries, waitMs });
    await this.#limit.wait(waitMs);
  }

  #emit(type: KindEvent["type"], object: KubeObject): void {
    this.#call(() => this.options.onEvent({ type, object }));
  }

  #tell(state: WatchState): void {
    this.#call(() => this.options.onState?.(state));
  }

  /** What a caller throws is no fault of the connection, whatever it looks like. */
  #call(call: () => void): void {
    try {
      call();
    } catch (error) {
      this.#thrown = { error };
      throw error;
    }
  }
}
