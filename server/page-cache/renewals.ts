import type { PageKey } from "./key.ts";
import type { Page } from "./page.ts";

/** An answer that is sent once and not kept. */
export interface PlainAnswer {
  status: number;
  /** Names and values in turn. */
  head: readonly string[];
  body: Buffer;
}

export type Made =
  | {
      kind: "page";
      page: Page;
      /** True when its content changed while it was made. */
      outdated: boolean;
    }
  /** For everybody who waits for it, such as a 404 or a redirect. */
  | { kind: "not-kept"; answer: PlainAnswer }
  /** It belongs to one visitor after all. */
  | { kind: "private" }
  | { kind: "failed"; error: unknown; answer?: PlainAnswer };

interface Flight {
  made: Promise<Made>;
  changed: Set<string>;
}

interface MakeOptions {
  /** Past any cache of the content store. */
  fresh: boolean;
}

/** Makes a page. Whatever it throws counts as failed. */
export type Make = (key: PageKey, options: MakeOptions) => Promise<Made>;

/** A page whose content changes faster than it is made is given out as it is. */
const MAX_ROUNDS = 4;

/** Makes pages, each at most once at a time, and once more when its content changed meanwhile. */
export class Renewals {
  readonly #flights = new Map<string, Flight>();
  readonly #make: Make;
  readonly #landed: (key: PageKey, made: Made) => void;

  /** `landed` hears of each page before those who wait for it. */
  constructor(make: Make, landed: (key: PageKey, made: Made) => void) {
    this.#make = make;
    this.#landed = landed;
  }

  run(key: PageKey, options: MakeOptions): Promise<Made> {
    const known = this.#flights.get(key.key);
    if (known) return known.made;
    const changed = new Set<string>();
    const made = this.#fly(key, changed, options).then((made) => {
      this.#flights.delete(key.key);
      this.#landed(key, made);
      return made;
    });
    this.#flights.set(key.key, { made, changed });
    return made;
  }

  /** What has changed counts for everything that is being made right now. */
  changed(tags: Iterable<string>): void {
    for (const tag of tags) for (const flight of this.#flights.values()) flight.changed.add(tag);
  }

  async #fly(key: PageKey, changed: Set<string>, { fresh }: MakeOptions): Promise<Made> {
    for (let round = 1; ; round++) {
      changed.clear();
      const made = await this.#make(key, { fresh: fresh || round > 1 }).catch((error: unknown): Made => ({
        kind: "failed",
        error,
      }));
      if (made.kind !== "page") return made;
      if (changed.isDisjointFrom(made.page.tags)) return made;
      if (round === MAX_ROUNDS) return { ...made, outdated: true };
    }
  }
}
