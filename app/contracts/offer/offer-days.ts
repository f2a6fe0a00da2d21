/** How long a private link may be open, in days. */
export const OFFER_DAYS = [7, 14, 30, 90] as const;
export const DEFAULT_DAYS = 30;

const DAY = 24 * 60 * 60 * 1000;

/** The posted number of days if it is one of the offered, else the default. */
export function readDays(posted: unknown): number {
  return OFFER_DAYS.find((days) => String(days) === posted) ?? DEFAULT_DAYS;
}

/** ISO time at which a link that is made now closes. */
export function expiryOf(days: number, now: Date): string {
  return new Date(now.getTime() + days * DAY).toISOString();
}
