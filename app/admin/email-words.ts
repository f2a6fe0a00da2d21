import type { EmailWords } from "../email/words.ts";

export const MONEY_CHANGED: EmailWords = {
  name: "money-changed",
  title: "To admins: prices, coupons or payment settings changed",
  placeholders: ["what"],
  subject: "Changed on our website: {what}",
  opening: "Prices, coupons or payment settings of the website have changed. This is what they were and are.",
  note: "If nobody of you wanted this, open the Studio: the history of each document says who changed it, and brings it back.",
  button: "Open the Studio",
};

export const SUBMISSIONS_DIGEST: EmailWords = {
  name: "submissions-digest",
  title: "To admins: the day’s submissions",
  placeholders: ["submissions", "day", "more"],
  subject: "{submissions} ({day})",
  opening: "Since the last of these emails: {submissions}.",
  note: "And {more} more.",
  button: "Read them in the admin pages",
};
