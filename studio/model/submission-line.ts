const dayFormat = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });

const text = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

/** "Nov 21, 2026" in UTC; nothing of what is no time. */
function day(time: unknown): string {
  const date = new Date(text(time) || Number.NaN);
  return Number.isNaN(date.getTime()) ? "" : dayFormat.format(date);
}

/** A submission in lists: "name · e-mail · date", the name above the rest. Without a name the e-mail takes its place. */
export function submissionLine(
  name: unknown,
  email: unknown,
  time: unknown,
): { title: string; subtitle: string } {
  const [title = "Without a name", ...rest] = [text(name), text(email), day(time)].filter(Boolean);
  return { title, subtitle: rest.join(" · ") };
}
