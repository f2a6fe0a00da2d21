/** A repeatable random number generator (mulberry32). */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** A whole number from 0 up to, not including, `limit`. */
  below(limit: number): number;
  chance(probability: number): boolean;
  pick<Item>(all: readonly Item[]): Item;
  /** Another generator, as repeatable as this one. */
  fork(): Random;
}

export function seeded(seed: number): Random {
  let state = seed >>> 0;
  const random: Random = {
    next() {
      state = (state + 0x6d2b79f5) >>> 0;
      let mixed = Math.imul(state ^ (state >>> 15), state | 1);
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    },
    below: (limit) => Math.floor(random.next() * limit),
    chance: (probability) => random.next() < probability,
    pick<Item>(all: readonly Item[]): Item {
      const item = all[random.below(all.length)];
      if (item === undefined) throw new Error("Nothing to pick from.");
      return item;
    },
    fork: () => seeded(random.below(2 ** 32)),
  };
  return random;
}
