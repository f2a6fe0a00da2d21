/** A queue that takes items of each caller in turn, so that a caller with many items does not delay others. */
export class FairQueue<Item> {
  readonly #callers = new Map<string, Item[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Number of a caller's waiting items. */
  waiting(caller: string): number {
    return this.#callers.get(caller)?.length ?? 0;
  }

  push(caller: string, item: Item): void {
    const items = this.#callers.get(caller);
    if (items) items.push(item);
    else this.#callers.set(caller, [item]);
    this.#size += 1;
  }

  /** Removes an item. Returns false if it is no longer in the queue. */
  remove(caller: string, item: Item): boolean {
    const items = this.#callers.get(caller);
    const index = items?.indexOf(item) ?? -1;
    if (!items || index === -1) return false;
    items.splice(index, 1);
    this.#size -= 1;
    if (items.length === 0) this.#callers.delete(caller);
    return true;
  }

  shift(): Item | undefined {
    for (const [caller, items] of this.#callers) {
      const item = items.shift();
      this.#callers.delete(caller);
      if (items.length > 0) this.#callers.set(caller, items);
      this.#size -= 1;
      return item;
    }
    return undefined;
  }
}
