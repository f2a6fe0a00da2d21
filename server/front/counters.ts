/** What a worker has done since it started. */
export interface Counters {
  /** How public pages were answered (`PageCache.counts`); made anew is what came from the core. */
  hit: number;
  stale: number;
  miss: number;
  /** Requests passed on to the core. */
  passedOn: number;
  /** Of them: those that had to wait for the core to come back. */
  held: number;
  /** Requests that the core was too long away for. */
  givenUp: number;
}

export function noCounters(): Counters {
  return { hit: 0, stale: 0, miss: 0, passedOn: 0, held: 0, givenUp: 0 };
}

export function sum(all: Iterable<Counters>): Counters {
  const total = noCounters();
  for (const one of all)
    for (const name of Object.keys(total) as (keyof Counters)[]) total[name] += one[name];
  return total;
}
