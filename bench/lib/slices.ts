import type { Slice } from "./load.ts";
import { median } from "./median.ts";

/** Slices of several targets that took turns: what else the machine does falls on all of them alike. */
export class Slices {
  readonly #all = new Map<string, Slice[]>();

  /** Measures each target in each round; the first round warms and does not count. */
  static async take(
    names: readonly string[],
    rounds: number,
    measure: (name: string) => Promise<Slice>,
  ): Promise<Slices> {
    const slices = new Slices();
    for (let round = 0; round <= rounds; round++) {
      for (const name of names) {
        const slice = await measure(name);
        if (round > 0) slices.#all.set(name, [...slices.of(name), slice]);
      }
    }
    return slices;
  }

  of(name: string): readonly Slice[] {
    return this.#all.get(name) ?? [];
  }

  /** The middle one of a figure. */
  middle(name: string, figure: keyof Slice): number {
    return median(this.of(name).map((slice) => slice[figure]));
  }

  /** The middle one of the ratios of slices of the same round. */
  ratio(one: string, other: string, figure: keyof Slice): number {
    const others = this.of(other);
    return median(
      this.of(one).map((slice, round) => slice[figure] / (others[round]?.[figure] ?? Number.NaN)),
    );
  }
}
