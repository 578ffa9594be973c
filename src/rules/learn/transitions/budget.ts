/** How much may still be tried. */
export class Budget {
  constructor(private left: number) {}

  /** Takes its cost for something, unless there is not enough left: it is to be left undone then. */
  take(cost: number): boolean {
    if (cost > this.left) return false;
    this.left -= cost;
    return true;
  }
}
