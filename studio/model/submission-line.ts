import { formatDay } from "../../app/model/format.ts";

const text = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

/** Formats a time as "Nov 21, 2026" in the company's time zone; empty when it is not a time. */
const day = (time: unknown): string => (Number.isNaN(Date.parse(text(time))) ? "" : formatDay(text(time)));

/** Returns the list preview of a submission: the name, or the email without one, above the rest and the date. */
export function submissionLine(
  name: unknown,
  email: unknown,
  time: unknown,
): { title: string; subtitle: string } {
  const [title = "Without a name", ...rest] = [text(name), text(email), day(time)].filter(Boolean);
  return { title, subtitle: rest.join(" · ") };
}
