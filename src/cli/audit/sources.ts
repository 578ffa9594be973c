/** Who sends events, by number: the times of one sender are one clock's. */
export class Sources {
  readonly #numbers = new Map<string, number>();

  /** More senders than a cluster has API servers are taken for one each time: nothing is compared between them. */
  of(peer: string): number {
    const known = this.#numbers.get(peer);
    if (known !== undefined) return known;
    if (this.#numbers.size >= MOST) return this.#next++;
    this.#numbers.set(peer, this.#next);
    return this.#next++;
  }

  #next = 0;
}

const MOST = 1000;
