import { Loader, type Slice, type Target } from "./load.ts";
import { median } from "./median.ts";

type Figure = "rate" | "p50" | "p99" | "cpu" | "generator";

/** Alternating slices of several targets, so that other work of the machine affects all alike. */
export class Slices {
  readonly #all = new Map<string, Slice[]>();

  /** Loads each target in each round for this many seconds; the first round is a warm-up. */
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

  /** Median of a figure. */
  middle(name: string, figure: Figure): number {
    return median(this.of(name).map((slice) => slice[figure]));
  }

  /** Median of the ratios within each round. */
  ratio(one: string, other: string, figure: Figure): number {
    const others = this.of(other);
    return median(
      this.of(one).map((slice, round) => slice[figure] / (others[round]?.[figure] ?? Number.NaN)),
    );
  }
}
