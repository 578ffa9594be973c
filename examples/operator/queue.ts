export interface QueueOptions {
  /** Works on one key. A rejection brings the key back after a wait that doubles each time. */
  readonly work: (key: string) => Promise<void>;
  readonly onError: (key: string, error: unknown, waitMs: number) => void;
  /** Keys under way at once; 4 unless given. */
  readonly concurrency?: number;
  /** Events that come within this time make one pass; 50 milliseconds unless given. */
  readonly settleMs?: number;
  /** The first wait after a failure; 200 milliseconds unless given. */
  readonly backoffMs?: number;
  /** The longest; 60,000 milliseconds unless given. */
  readonly maxBackoffMs?: number;
}

/**
 * The work queue of a controller. A key waits once, however often it is added, and is never under way twice; what is added
 * meanwhile comes after. Nothing is worked on before start().
 */
export class WorkQueue {
  readonly #options: Required<QueueOptions>;
  readonly #waiting = new Set<string>();
  readonly #running = new Map<string, Promise<void>>();
  readonly #timers = new Map<string, { readonly timer: NodeJS.Timeout; readonly due: number }>();
  readonly #failures = new Map<string, number>();
  #state: "idle" | "started" | "stopped" = "idle";

  constructor(options: QueueOptions) {
    this.#options = { concurrency: 4, settleMs: 50, backoffMs: 200, maxBackoffMs: 60_000, ...options };
  }

  /** Keys that wait, for a moment or after a failure, or are under way. */
  get depth(): number {
    return this.#waiting.size + this.#timers.size + this.#running.size;
  }

  add(key: string): void {
    if (!this.#waiting.has(key)) this.#later(key, this.#options.settleMs);
  }

  start(): void {
    if (this.#state === "idle") this.#state = "started";
    this.#pump();
  }

  /** Takes nothing up any more; resolves when what is under way is done. */
  async stop(): Promise<void> {
    this.#state = "stopped";
    for (const { timer } of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    this.#waiting.clear();
    await Promise.all(this.#running.values());
  }

  /** Of several waits for a key the one that ends first counts: an event neither waits for a failure's end, nor puts another off. */
  #later(key: string, waitMs: number): void {
    if (this.#state === "stopped") return;
    const due = performance.now() + waitMs;
    const other = this.#timers.get(key);
    if (other !== undefined && other.due <= due) return;
    clearTimeout(other?.timer);
    const timer = setTimeout(() => {
      this.#timers.delete(key);
      this.#waiting.add(key);
      this.#pump();
    }, waitMs);
    this.#timers.set(key, { timer, due });
  }

  #pump(): void {
    if (this.#state !== "started") return;
    for (const key of this.#waiting) {
      if (this.#running.size >= this.#options.concurrency) return;
      if (this.#running.has(key)) continue;
      this.#waiting.delete(key);
      this.#running.set(
        key,
        this.#run(key).then(() => {
          this.#running.delete(key);
          this.#pump();
        }),
      );
    }
  }

  async #run(key: string): Promise<void> {
    try {
      await this.#options.work(key);
      this.#failures.delete(key);
    } catch (error) {
      const failures = this.#failures.get(key) ?? 0;
      this.#failures.set(key, failures + 1);
      const { backoffMs, maxBackoffMs, onError } = this.#options;
      const waitMs = Math.min(maxBackoffMs, backoffMs * 2 ** failures);
      onError(key, error, waitMs);
      // An event that came meanwhile brings it back sooner.
      if (!this.#waiting.has(key) && !this.#timers.has(key)) this.#later(key, waitMs);
    }
  }
}
