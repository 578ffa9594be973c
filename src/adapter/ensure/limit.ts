/** A request that was not answered in time. It may have taken effect. */
export class RequestTimeout extends Error {
  override readonly name = "RequestTimeout";
}

/** The time for all of it is over. */
export class DeadlineExceeded extends Error {
  override readonly name = "DeadlineExceeded";
}

/** The longest that a timer can be set to, in milliseconds; a longer one ends at once. */
const LONGEST = 2 ** 31 - 1;

/** Bounds in time what one call does: the caller's signal, a deadline for all of it, and a time for each request. */
export class Limit {
  private readonly until: number;

  constructor(
    private readonly signal: AbortSignal | undefined,
    deadlineMs: number,
  ) {
    this.until = performance.now() + deadlineMs;
    signal?.throwIfAborted();
  }

  /**
   * Runs a request, which is told by its signal to stop; one that does not listen is left behind.
   * @throws the caller's reason, RequestTimeout, DeadlineExceeded, or what the request throws
   */
  async run<T>(requestMs: number, request: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const left = this.left();
    const controller = new AbortController();
    const late = (): Error =>
      requestMs < left ? new RequestTimeout(`no answer in ${requestMs} ms`) : this.exceeded();
    return this.raced(Math.min(requestMs, left), late, controller, request(controller.signal));
  }

  /** Waits. @throws the caller's reason; DeadlineExceeded at once where the wait would outlast the deadline */
  async wait(ms: number): Promise<void> {
    if (ms >= this.left()) throw this.exceeded();
    let stop = (): void => {};
    await new Promise<void>((resolve) => {
      // A timer may end up to a millisecond early.
      const timer = setTimeout(resolve, Math.min(ms + 1, LONGEST));
      const abort = this.onAbort(resolve);
      stop = () => {
        clearTimeout(timer);
        abort();
      };
    });
    stop();
    this.signal?.throwIfAborted();
  }

  private left(): number {
    this.signal?.throwIfAborted();
    const left = this.until - performance.now();
    if (left <= 0) throw this.exceeded();
    return left;
  }

  private exceeded(): DeadlineExceeded {
    return new DeadlineExceeded("not done in time");
  }

  private async raced<T>(
    ms: number,
    late: () => Error,
    controller: AbortController,
    request: Promise<T>,
  ): Promise<T> {
    let settled = (): void => {};
    const stopped = new Promise<never>((_, reject) => {
      const stop = (reason: unknown): void => {
        reject(reason);
        controller.abort(reason);
      };
      const timer = setTimeout(() => stop(late()), Math.min(ms, LONGEST));
      const abort = this.onAbort(() => stop(this.signal?.reason));
      settled = () => {
        clearTimeout(timer);
        abort();
      };
    });
    try {
      return await Promise.race([request, stopped]);
    } finally {
      settled();
    }
  }

  /** Calls back where the caller gives up; returns what ends that. */
  private onAbort(call: () => void): () => void {
    const { signal } = this;
    if (signal === undefined) return () => {};
    if (signal.aborted) call();
    else signal.addEventListener("abort", call, { once: true });
    return () => signal.removeEventListener("abort", call);
  }
}
