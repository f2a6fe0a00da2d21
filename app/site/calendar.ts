/** The company's year: decisions.md puts the site in America/New_York, so the year turns at midnight there. */
export function companyYear(now: Date): number {
  return Number(
    new Intl.DateTimeFormat("en-US", { timeZone: "America/New_York", year: "numeric" }).format(now),
  );
}
