import { LOCALE } from "../../app/model/locale.ts";

const dayFormat = new Intl.DateTimeFormat(LOCALE.language, { dateStyle: "medium", timeZone: "UTC" });

const text = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

/** Formats a time as "Nov 21, 2026" in UTC; empty when it is not a time. */
function day(time: unknown): string {
  const date = new Date(text(time) || Number.NaN);
  return Number.isNaN(date.getTime()) ? "" : dayFormat.format(date);
}

/** Returns the list preview of a submission: the name, or the email without one, above the rest and the date. */
export function submissionLine(
  name: unknown,
  email: unknown,
  time: unknown,
): { title: string; subtitle: string } {
  const [title = "Without a name", ...rest] = [text(name), text(email), day(time)].filter(Boolean);
  return { title, subtitle: rest.join(" · ") };
}
