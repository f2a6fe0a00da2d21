import type { EmailWords } from "../content/email-words.ts";

export const SUBMISSIONS_DIGEST: EmailWords = {
  name: "submissions-digest",
  title: "To admins: the day’s submissions",
  placeholders: ["submissions", "day", "more"],
  subject: "{submissions} ({day})",
  opening: "Since the last of these emails: {submissions}.",
  note: "And {more} more.",
  button: "Read them in the admin pages",
};
