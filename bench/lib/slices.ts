import { Loader, type Slice, type Target } from "./load.ts";
import { median } from "./median.ts";

type Figure = "rate" | "p50" | "p99" | "cpu";

/** Slices of several targets that took turns: what else the machine does falls on all of them alike. */
export class Slices {
  readonly #all = new Map<string, Slice[]>();

  /** Loads each target in each round for so many seconds; the first round warms and does not count. */
  static async take(
    targets: Readonly<Record<string, Target>>,
    rounds: number,
    seconds: number,
  ): Promise<Slices> {
    const slices = new Slices();
    const loaders = Object.entries(targets).map(([name, target]) => [name, new Loader(target)] as const);
    try {
      for (let round = 0; round <= rounds; round++) {
        for (const [name, loader] of loaders) {
          const slice = await loader.slice(round > 0 ? seconds : Math.max(1, seconds));
          if (round > 0) slices.#all.set(name, [...slices.of(name), slice]);
        }
      }
    } finally {
      for (const [, loader] of loaders) loader.close();
    }
    return slices;
  }

  get names(): string[] {
    return [...this.#all.keys()];
  }

  of(name: string): readonly Slice[] {
    return this.#all.get(name) ?? [];
  }

  /** The middle one of a figure. */
  middle(name: string, figure: Figure): number {
    return median(this.of(name).map((slice) => slice[figure]));
  }

  /** The middle one of the ratios of slices of the same round. */
  ratio(one: string, other: string, figure: Figure): number {
    const others = this.of(other);
    return median(
      this.of(one).map((slice, round) => slice[figure] / (others[round]?.[figure] ?? Number.NaN)),
    );
  }
}
