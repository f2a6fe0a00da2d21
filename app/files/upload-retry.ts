import { RETRY_FOR } from "./limits.ts";

/** Pauses in milliseconds; they stop growing at half a minute, so that a line that comes back is used soon. */
const PAUSES = [500, 1_000, 2_000, 4_000, 8_000, 16_000];
const LONGEST_PAUSE = 30_000;

/** Pauses between attempts, long enough in sum for the whole time a lost line is waited for. Up to a quarter is by chance. */
export function retryPauses(random: () => number = Math.random): number[] {
  const pauses: number[] = [];
  for (let waited = 0; waited < RETRY_FOR; waited += pauses.at(-1) ?? 0) {
    const base = PAUSES[pauses.length] ?? LONGEST_PAUSE;
    pauses.push(Math.round(base * (1 + random() / 4)));
  }
  return pauses;
}

/**
 * Whether a failed request is worth another attempt: no answer at all (status 0), 5xx, 408, 429 (specification 9), and
 * what the tus protocol answers to an upload that another request holds or has carried further.
 */
export function isWorthRetrying(status: number, method: string): boolean {
  if (status === 0 || status >= 500 || status === 408 || status === 429 || status === 423) return true;
  return status === 409 && method === "PATCH";
}
