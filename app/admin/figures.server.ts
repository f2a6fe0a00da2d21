import type { SanityClient } from "@sanity/client";
import { defineQuery } from "groq";
import { TABLES } from "../model/tables.ts";
import type { Clock } from "../platform/clock.ts";
import { storeError } from "../platform/content-store.server.ts";
import { createMemo } from "../platform/memo.server.ts";
import { readTypes } from "../platform/read-parts.server.ts";
import { figuresOf, lastWeeks, type FiguresData, type FiguresResult } from "./figures.ts";

/** The data of the charts that contracts have no part in, from the day `$since` (`2026-08-31`) on. */
const QUERY = defineQuery(`{
  "questionnaires": *[_type == "clientQuestionnaire" && submitted_at >= $since && !defined(suspected)].submitted_at,
  "messages": *[_type == "contactSubmission" && submitted_at >= $since && !defined(suspected)].submitted_at,
  "subscribers": *[_type == "newsletterSubscriber" && subscribed_at >= $since && !defined(suspected)].subscribed_at,
  "suspected": count(*[_type == "clientQuestionnaire" && submitted_at >= $since && defined(suspected)])
    + count(*[_type == "contactSubmission" && submitted_at >= $since && defined(suspected)])
    + count(*[_type == "newsletterSubscriber" && subscribed_at >= $since && defined(suspected)]),
  "views": *[_type == "pageViewDay" && day >= $since]{ day, "views": math::sum(paths[].views) }
}`);

type Money = Pick<FiguresData, "contracts" | "received" | "refunded" | "invoices" | "suspected">;

/** What a contract adds to the charts. Lists are null where it has none. */
interface ContractFigures {
  _id: string;
  contract: FiguresData["contracts"][number] | null;
  suspected: boolean | null;
  received: FiguresData["received"] | null;
  refunded: FiguresData["refunded"] | null;
  invoices: FiguresData["invoices"] | null;
  /** What is due by invoices of the owner's (`own-invoices.ts` of the model). */
  own: FiguresData["invoices"][number] | null;
}

/**
 * All contracts, part by part (`readTypes`): over ten thousand of them one query takes half a second. Twelve months of what recurs:
 * the total counts one of a monthly service. No program pays, so what is paid is not suspected.
 */
const CONTRACTS = `*[_type == $type && _id > $after] | order(_id asc)[0...$size]{
  _id,
  "contract": select(submittedAt >= $since => {
    "date": submittedAt, status, "oneTime": payment.oneTimeTotal,
    "recurring": coalesce(payment.recurringTotal, 0) + 11 * coalesce(math::sum(payment.schedule[months == 1].amountCents), 0)
  }),
  "suspected": defined(suspected) && status != "completed",
  "received": history[kind in ["received", "charged"] && at >= $since].amountCents,
  "refunded": history[kind == "refunded" && at >= $since].amountCents,
  "invoices": invoices[kind == "invoice" && status == "open"]{ dueOn, totalCents, receivedCents, creditedCents },
  "own": select(paymentState in ["due", "overdue"] && payment.paymentMethod == "invoice"
      && count(history[kind == "own-invoice"]) > 0 => {
    "dueOn": null,
    "totalCents": math::sum(history[kind == "own-invoice"].amountCents),
    "receivedCents": math::sum(history[kind == "received" && !defined(invoice)].amountCents),
    "creditedCents": 0
  })
}`;

/** How long the sums are cached: they go over all data of twelve weeks. */
const TTL_MS = 30_000;

interface FiguresDeps {
  adminClient: SanityClient;
  clock: Clock;
  report: (error: unknown) => void;
}

export function createFigures({ adminClient, clock, report }: FiguresDeps) {
  const kept = createMemo<FiguresResult>({ max: 1, ttl: TTL_MS });

  async function readMoney(params: object): Promise<Money> {
    const money: Money = { contracts: [], received: [], refunded: [], invoices: [], suspected: 0 };
    const asked = { query: CONTRACTS, params: { ...params } };
    for await (const part of readTypes<ContractFigures>(adminClient, TABLES.contracts.types, asked))
      for (const { contract, suspected, received, refunded, invoices, own } of part) {
        if (suspected) {
          if (contract) money.suspected += 1;
          continue;
        }
        if (contract) money.contracts.push(contract);
        money.received.push(...(received ?? []));
        money.refunded.push(...(refunded ?? []));
        money.invoices.push(...(invoices ?? []), ...(own ? [own] : []));
      }
    return money;
  }

  async function read(): Promise<FiguresResult> {
    const now = clock();
    const params = { since: lastWeeks(now)[0] };
    const others = await adminClient.fetch<Omit<FiguresData, Exclude<keyof Money, "suspected">>>(
      QUERY,
      params,
    );
    const money = await readMoney(params);
    return {
      status: "loaded",
      figures: figuresOf({ ...others, ...money, suspected: others.suspected + money.suspected }, now),
    };
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
