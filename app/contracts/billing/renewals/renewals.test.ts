import { describe, expect, test } from "vitest";
import {
  canCancel,
  canRevoke,
  datesFrom,
  newCancellation,
  unpaidFrequencies,
} from "../../../model/contracts/cancellation.ts";
import type { ContractDocument } from "../../../model/contracts/contract-document.ts";
import { cancellationChange } from "../../payment/provider-events.ts";
import type { ProviderSubscription } from "../../payment/provider-state.server.ts";
import { dueReminders } from "./reminders.ts";

const NOW = new Date("2027-03-10T17:00:00.000Z");
const TODAY = "2027-03-10";

const yearly = { _key: "annually", frequency: "annually", months: 12, amountCents: 1_000 } as const;
const monthly = { _key: "monthly", frequency: "monthly", months: 1, amountCents: 200 } as const;

function contract({
  schedule = [{ ...yearly, nextDate: "2028-01-31" }],
  method = "stripe",
  ...more
}: Partial<ContractDocument> & {
  schedule?: ContractDocument["payment"]["schedule"];
  method?: "stripe" | "invoice";
} = {}): ContractDocument {
  return {
    date: "2027-01-31",
    lines: [],
    status: "completed",
    subscription: { id: "sub_1", status: "active" },
    payment: { paymentMethod: method, subscriptionId: "sub_1", schedule },
    ...more,
  } as ContractDocument;
}

/** By the month and by the year; the month's renewal of February 28 was declined. */
const PART_UNPAID = {
  schedule: [
    { ...monthly, nextDate: "2027-03-31" },
    { ...yearly, nextDate: "2028-01-31" },
  ],
  history: [
    { _key: "charged-in_1", at: "2027-01-31T17:00:00.000Z", kind: "charged" as const, amountCents: 1_200 },
    // At night in New York, where the period began after midnight in summer.
    { _key: "charge-failed-in_2-1", at: "2027-02-28T04:30:00.000Z", kind: "charge-failed" as const },
  ],
};

describe("what can be cancelled", () => {
  test.each<[string, ContractDocument, boolean]>([
    ["paid by card", contract(), true],
    ["with a declined renewal", contract({ subscription: { id: "sub_1", status: "past_due" } }), true],
    ["whose subscription has ended", contract({ subscription: { id: "sub_1", status: "canceled" } }), false],
    ["that waits for its card", contract({ status: "pending", subscription: null }), false],
    ["without recurring services", contract({ schedule: [] }), false],
    ["by invoice", contract({ method: "invoice", status: "invoice", subscription: null }), true],
  ])("a contract %s: %#", (_, given, wanted) => {
    expect(canCancel(given)).toBe(wanted);
  });

  test("ends with the longest period that is paid and is revocable until the first ends", () => {
    const schedule = [
      { ...monthly, nextDate: "2027-03-31" },
      { ...yearly, nextDate: "2028-01-31" },
    ];
    const given = contract({ schedule });
    const cancellation = newCancellation(given, { by: "client", now: NOW });
    expect(cancellation).toMatchObject({
      endsOn: "2028-01-31",
      revocableUntil: "2027-03-31",
      confirmedAt: "",
      endedAt: "",
    });
    const cancelled = contract({ schedule, cancellation });
    expect(canCancel(cancelled)).toBe(false);
    expect([canRevoke(cancelled, "2027-03-30"), canRevoke(cancelled, "2027-03-31")]).toEqual([true, false]);
  });

  test("ends today when the renewal was not paid, and when an admin says so", () => {
    const unpaid = contract({ subscription: { id: "sub_1", status: "past_due" } });
    expect(newCancellation(unpaid, { by: "client", now: NOW }).endsOn).toBe(TODAY);
    expect(newCancellation(contract(), { by: "a@b.c", now: NOW, atOnce: true }).endsOn).toBe(TODAY);
  });

  test("ends what was not paid, and not what is paid ahead", () => {
    const both = contract({ ...PART_UNPAID, subscription: { id: "sub_1", status: "past_due" } });
    expect([...unpaidFrequencies(both)]).toEqual(["monthly"]);
    const ends = [{ endsOn: TODAY }, { endsOn: "2028-01-31" }];
    expect(newCancellation(both, { by: "client", now: NOW })).toMatchObject({
      endsOn: "2028-01-31",
      ends,
      revocableUntil: TODAY,
    });
    expect(newCancellation(both, { by: "a@b.c", now: NOW, atOnce: true }).endsOn).toBe(TODAY);
  });

  test("by invoice counts from the first invoice, and nobody else has to be told", () => {
    const schedule = [{ ...monthly }];
    const given = contract({ method: "invoice", status: "invoice", schedule, subscription: null });
    expect(newCancellation(given, { by: "client", now: NOW })).toMatchObject({
      endsOn: "2027-03-31",
      confirmedAt: NOW.toISOString(),
    });
  });
});

describe("what Stripe says of the end", () => {
  const time = (date: string) => new Date(`${date}T17:00:00.000Z`);
  const subscription = (more: Partial<ProviderSubscription> = {}): ProviderSubscription => ({
    id: "sub_1",
    status: "active",
    customer: "cus_1",
    card: null,
    items: [{ months: 12, periodEnd: time("2028-01-31") }],
    endsAt: null,
    endRequestedAt: null,
    endedAt: null,
    ...more,
  });
  const requested = newCancellation(contract(), { by: "client", now: NOW });
  const confirmed = { ...requested, confirmedAt: NOW.toISOString() };

  test("stays as it was asked for until Stripe has heard of it", () => {
    const change = cancellationChange({ ...contract(), cancellation: requested }, subscription(), NOW);
    expect(change).toEqual({ cancellation: requested, event: null });
  });

  test("is confirmed, revoked in the dashboard, or set there", () => {
    const ending = subscription({ endsAt: time("2028-01-31"), endRequestedAt: NOW });
    expect(cancellationChange({ ...contract(), cancellation: requested }, ending, NOW).cancellation).toEqual(
      confirmed,
    );
    const revoked = cancellationChange({ ...contract(), cancellation: confirmed }, subscription(), NOW);
    expect(revoked).toMatchObject({ cancellation: null, event: { kind: "cancellation-revoked" } });
    expect(cancellationChange(contract(), ending, NOW)).toMatchObject({
      cancellation: { by: "Stripe", endsOn: "2028-01-31", endedAt: "" },
      event: { kind: "cancellation-requested", by: "Stripe" },
    });
  });

  test("is over once the subscription is", () => {
    const ended = subscription({ status: "canceled", endedAt: time("2027-06-01") });
    expect(cancellationChange({ ...contract(), cancellation: confirmed }, ended, NOW)).toMatchObject({
      cancellation: { by: "client", endsOn: "2027-06-01", endedAt: time("2027-06-01").toISOString() },
      event: { kind: "cancelled" },
    });
  });

  test("is that of what was not paid alone", () => {
    const items = [
      { months: 1, periodEnd: time("2027-03-31") },
      { months: 12, periodEnd: time("2028-01-31") },
    ];
    const ended = subscription({ status: "canceled", endedAt: time("2027-03-15"), items });
    const change = cancellationChange(contract(PART_UNPAID), ended, NOW);
    expect(change).toMatchObject({
      cancellation: { endsOn: "2028-01-31", ends: [{ endsOn: "2027-03-15" }, { endsOn: "2028-01-31" }] },
      event: { kind: "cancelled" },
    });
    // Paid afterwards, from Stripe's page of the invoice.
    const paid = { _key: "charged-in_2", at: "2027-03-16T17:00:00.000Z", kind: "charged" as const };
    const history = [...PART_UNPAID.history, paid];
    const later = { ...contract({ ...PART_UNPAID, history }), cancellation: change.cancellation };
    expect(cancellationChange(later, ended, NOW)).toEqual({ cancellation: change.cancellation, event: null });
  });

  test("each frequency has the date of its own items", () => {
    const items = [
      { months: 1, periodEnd: time("2027-03-31") },
      { months: 12, periodEnd: time("2028-01-31") },
    ];
    const dates = datesFrom([{ ...monthly, nextDate: "2027-02-28" }, { ...yearly }], items);
    expect(dates.map(({ nextDate }) => nextDate)).toEqual(["2027-03-31", "2028-01-31"]);
    expect(datesFrom([{ ...monthly, nextDate: "2027-02-28" }], [])[0]).not.toHaveProperty("nextDate");
  });
});

describe("reminders of renewals", () => {
  const keys = (given: ContractDocument, today: string) =>
    dueReminders(given, today, NOW).map(({ _key, amountCents }) => [_key, amountCents]);

  test("of long periods go 30 days before, later when the site was off, and once", () => {
    const sent = [["reminder-2028-01-31", 1_000]];
    expect(keys(contract(), "2027-12-31")).toEqual([]);
    expect(keys(contract(), "2028-01-01")).toEqual(sent);
    expect(keys(contract(), "2028-01-30")).toEqual(sent);
    expect(keys(contract(), "2028-01-31")).toEqual([]);
    const history = dueReminders(contract(), "2028-01-01", NOW);
    expect(keys(contract({ history }), "2028-01-02")).toEqual([]);
  });

  test("go while invoices are on hold: the services go on", () => {
    const asked = { _key: "a", at: "2027-10-01T17:00:00.000Z", kind: "unpaid-asked" } as const;
    expect(keys(contract({ method: "invoice", history: [asked] }), "2028-01-01")).toHaveLength(1);
  });

  test("of short periods go only when a coupon no longer applies", () => {
    const schedule = [{ ...monthly, nextDate: "2027-02-28" }];
    const line = { _key: "a", frequency: "monthly", paymentCents: 200 };
    const lines = (dueTodayCents: number) =>
      [{ ...line, dueTodayCents }] as ContractDocument["lines"] & object;
    expect(keys(contract({ schedule, lines: lines(200) }), "2027-02-10")).toEqual([]);
    expect(keys(contract({ schedule, lines: lines(150) }), "2027-02-07")).toEqual([]);
    expect(keys(contract({ schedule, lines: lines(150) }), "2027-02-08")).toEqual([
      ["reminder-2027-02-28", 200],
    ]);
    const second = [{ ...monthly, nextDate: "2027-03-31" }];
    expect(keys(contract({ schedule: second, lines: lines(150) }), "2027-03-20")).toEqual([]);
  });

  test("of several that renew together are one, and none goes for what was cancelled", () => {
    const half = { _key: "biannually", frequency: "biannually", months: 6, amountCents: 600 } as const;
    const schedule = [
      { ...half, nextDate: "2028-01-31" },
      { ...yearly, nextDate: "2028-01-31" },
    ];
    expect(keys(contract({ schedule }), "2028-01-10")).toEqual([["reminder-2028-01-31", 1_600]]);
    // What renews every month is charged on that day, too.
    const withMonthly = [{ ...monthly, nextDate: "2028-01-31" }, ...schedule];
    expect(keys(contract({ schedule: withMonthly }), "2028-01-10")).toEqual([["reminder-2028-01-31", 1_800]]);
    const cancellation = newCancellation(contract({ schedule }), { by: "client", now: NOW });
    expect(keys(contract({ schedule, cancellation }), "2028-01-10")).toEqual([]);
  });
});
