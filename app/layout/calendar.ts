/** The company's year: decisions.md puts the site in America/New_York, so the year turns at midnight there. */
export function companyYear(now: Date): number {
  return Number(
    new Intl.DateTimeFormat("en-US", { timeZone: "America/New_York", year: "numeric" }).format(now),
  );
}

/** The day in New York, `2026-11-21`. */
export function companyDay(now: Date): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone: "America/New_York", dateStyle: "short" }).format(now);
}
