import { defineQuery } from "groq";

/** What the charts are made of. `$since` is a day, `2026-08-31`; times that begin with it or come later are in. */
export const figuresQuery = defineQuery(`{
  "questionnaires": *[_type == "clientQuestionnaire" && submitted_at >= $since].submitted_at,
  "messages": *[_type == "contactSubmission" && submitted_at >= $since].submitted_at,
  "subscribers": *[_type == "newsletterSubscriber" && subscribed_at >= $since].subscribed_at,
  "contracts": *[_type in ["contract", "adminContract"] && submittedAt >= $since]{
    "date": submittedAt, status, "oneTime": payment.oneTimeTotal, "recurring": payment.recurringTotal
  },
  "views": *[_type == "pageViewDay" && day >= $since]{ day, "views": math::sum(paths[].views) }
}`);

/** Answer of `figuresQuery`: times are ISO, amounts cents. */
export interface FiguresData {
  questionnaires: string[];
  messages: string[];
  subscribers: string[];
  contracts: { date: string; status: string | null; oneTime: number | null; recurring: number | null }[];
  views: { day: string; views: number | null }[];
}
