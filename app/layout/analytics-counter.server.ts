/** Views by path. */
export type ViewCounts = ReadonlyMap<string, number>;

/** Keeps the sums. `day` is a calendar day, `2026-11-21`. Rejects when they could not be kept; they are offered again. */
export type AddViews = (day: string, counts: ViewCounts) => Promise<void>;

export interface CounterOptions {
  add: AddViews;
  onError: (error: unknown) => void;
}

/** Where views go once a day has more paths than a site has pages: somebody is making them up. */
export const OTHER_PATHS = "(other)";
/** Distinct paths that are counted apart on one day. */
export const MAX_PATHS = 300;

/** Adds to a sum, under `OTHER_PATHS` when the path is new and there are too many already. */
export function addViews(sums: Map<string, number>, counts: ViewCounts): void {
  for (const [path, views] of counts) {
    const key = sums.has(path) || sums.size < MAX_PATHS ? path : OTHER_PATHS;
    sums.set(key, (sums.get(key) ?? 0) + views);
  }
}

/**
 * Counts page views in memory until they are flushed, so that a burst of visitors is one write. What is not flushed is lost
 * when the process ends: these are statistics.
 */
export function createPageViewCounter({ add, onError }: CounterOptions) {
  let pending = new Map<string, Map<string, number>>();

  function collect(day: string, counts: ViewCounts): void {
    const sums = pending.get(day) ?? new Map<string, number>();
    addViews(sums, counts);
    pending.set(day, sums);
  }

  /** Hands on what was collected. Sums that could not be kept are collected again. */
  async function flush(): Promise<void> {
    const batch = pending;
    pending = new Map();
    for (const [day, counts] of batch) {
      try {
        await add(day, counts);
      } catch (error) {
        onError(error);
        collect(day, counts);
      }
    }
  }

  return { record: (day: string, path: string) => collect(day, new Map([[path, 1]])), flush };
}
