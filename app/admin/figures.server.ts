import type { SanityClient } from "@sanity/client";
import { defineQuery } from "groq";
import type { Clock } from "../platform/clock.ts";
import { storeError } from "../platform/content-store.server.ts";
import { createMemo } from "../platform/memo.server.ts";
import { figuresOf, lastWeeks, type FiguresData, type FiguresResult } from "./figures.ts";

/** The data of the charts, from the day `$since` (`2026-08-31`) on. */
const QUERY = defineQuery(`{
  "questionnaires": *[_type == "clientQuestionnaire" && submitted_at >= $since].submitted_at,
  "messages": *[_type == "contactSubmission" && submitted_at >= $since].submitted_at,
  "subscribers": *[_type == "newsletterSubscriber" && subscribed_at >= $since].subscribed_at,
  "contracts": *[_type in ["contract", "adminContract"] && submittedAt >= $since]{
    "date": submittedAt, status, "oneTime": payment.oneTimeTotal, "recurring": payment.recurringTotal
  },
  "received": [
    ...*[_type in ["contract", "adminContract"] && defined(history)].history[][kind == "received" && at >= $since].amountCents,
    ...*[_type in ["contract", "adminContract"] && defined(history) && !(payment.paymentMethod == "invoice" && defined(invoices[defined(hosted)][0]))].history[][kind == "charged" && at >= $since].amountCents
  ],
  "refunded": *[_type in ["contract", "adminContract"] && defined(history)].history[][kind == "refunded" && at >= $since].amountCents,
  "invoices": *[_type in ["contract", "adminContract"] && paymentState in ["due", "overdue"] && defined(invoices)]
    .invoices[][kind == "invoice" && status == "open"]{ dueOn, totalCents, receivedCents, creditedCents },
  "views": *[_type == "pageViewDay" && day >= $since]{ day, "views": math::sum(paths[].views) }
}`);

/** How long the sums are cached: they go over all data of twelve weeks. */
const TTL_MS = 30_000;

interface FiguresDeps {
  adminClient: SanityClient;
  clock: Clock;
  report: (error: unknown) => void;
}

export function createFigures({ adminClient, clock, report }: FiguresDeps) {
  const kept = createMemo<FiguresResult>({ max: 1, ttl: TTL_MS });

  async function read(): Promise<FiguresResult> {
    const now = clock();
    const data = await adminClient.fetch<FiguresData>(QUERY, { since: lastWeeks(now)[0] });
    return { status: "loaded", figures: figuresOf(data, now) };
  }

  return {
    /** Never rejects. */
    load: (): Promise<FiguresResult> =>
      kept("", read).catch((cause: unknown) => {
        report(storeError(cause));
        return { status: "failed" as const };
      }),
  };
}
