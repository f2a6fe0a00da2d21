import { describe, expect, test } from "vitest";
import { SAMPLE_INVOICE, sampleContract } from "../../../tests/support/sample-contract.ts";
import type { ContractDocument, InvoiceSummary } from "./contract-document.ts";
import type { ContractEvent } from "./history.ts";
import { holdOf } from "./hold.ts";
import { dueQuestion, dueReminder } from "./overdue.ts";

const DAYS = [7, 21];
const noon = (day: string) => new Date(`${day}T17:00:00.000Z`);

const invoice = (number: string, dueOn: string, more: Partial<InvoiceSummary> = {}): InvoiceSummary => ({
  ...SAMPLE_INVOICE,
  _key: number,
  number,
  dueOn,
  totalCents: 12_000,
  ...more,
});

const contract = (
  invoices: InvoiceSummary[],
  history: ContractEvent[] = [],
  more: Partial<ContractDocument> = {},
) => ({ ...sampleContract("invoice", { invoices, history }, "monthly"), ...more });

const received = (at: string): ContractEvent => ({
  _key: `r-${at}`,
  at,
  kind: "received",
  amountCents: 13_200,
});

describe("a reminder", () => {
  test("of one invoice goes on each of the days, after an outage once", () => {
    const one = invoice("INV-1", "2027-03-02");
    const keyOn = (day: string, remindedOn: string[] = []) =>
      dueReminder(contract([{ ...one, remindedOn }]), DAYS, noon(day))?._key;
    expect(keyOn("2027-03-08")).toBeUndefined();
    expect(keyOn("2027-03-09")).toBe("invoice-reminded-INV-1-7");
    expect(keyOn("2027-03-22", ["2027-03-09"])).toBeUndefined();
    expect(keyOn("2027-03-23", ["2027-03-09"])).toBe("invoice-reminded-INV-1-21");
    expect(keyOn("2027-06-01")).toBe("invoice-reminded-INV-1-21");
    expect(keyOn("2027-06-01", ["2027-03-23"])).toBeUndefined();
  });

  test("of several names all that is open with its sum, once a month", () => {
    const invoices = [
      invoice("INV-1", "2027-03-02", { remindedOn: ["2027-03-09", "2027-03-23"] }),
      invoice("INV-2", "2027-03-30", { receivedCents: 2_000 }),
      // Not due yet.
      invoice("INV-3", "2027-04-30"),
      invoice("INV-4", "2027-02-02", { status: "paid", receivedCents: 12_000 }),
    ];
    expect(dueReminder(contract(invoices), DAYS, noon("2027-04-22"))).toBeNull();
    const reminder = dueReminder(contract(invoices), DAYS, noon("2027-04-23"));
    expect(reminder).toMatchObject({
      amountCents: 34_000,
      note: "INV-1, INV-2, INV-3",
      parts: [{ amountCents: 12_000 }, { amountCents: 10_000 }, { amountCents: 12_000 }],
    });
  });
});

describe("the question to the admins", () => {
  const old = invoice("INV-2", "2027-03-02");

  test("comes with the second reminder, whatever was paid before", () => {
    const history = [received("2027-02-10T17:00:00.000Z")];
    expect(dueQuestion(contract([old], history), DAYS, noon("2027-03-22"))).toBeNull();
    expect(dueQuestion(contract([old], history), DAYS, noon("2027-03-23"))).toMatchObject({
      kind: "unpaid-asked",
      amountCents: 12_000,
      invoice: "INV-2",
    });
  });

  test("is about services that go on, and no less than one of their payments", () => {
    const ask = (given: ReturnType<typeof contract>) => dueQuestion(given, DAYS, noon("2027-03-23"));
    expect(ask(contract([{ ...old, receivedCents: 11_900 }]))).toBeNull();
    expect(ask(contract([old], [], { cancellation: {} as never }))).toBeNull();
    const once = contract([old]);
    expect(ask({ ...once, payment: { ...once.payment, schedule: [] } })).toBeNull();
  });

  test("holds the invoices until it is answered or money comes in, and comes again for the next invoice", () => {
    const asked = { _key: "a", at: "2027-03-23T17:00:00.000Z", kind: "unpaid-asked" } as const;
    const before = received("2027-02-10T17:00:00.000Z");
    expect(holdOf({ history: [before, asked] })).toBe("asked");
    const history = [before, asked, received("2027-03-25T17:00:00.000Z")];
    expect(holdOf({ history })).toBeNull();
    const later = [old, invoice("INV-3", "2027-03-30")];
    expect(dueQuestion(contract(later, history), DAYS, noon("2027-04-19"))).toBeNull();
    expect(dueQuestion(contract(later, history), DAYS, noon("2027-04-20"))).toMatchObject({
      amountCents: 24_000,
      note: "INV-2, INV-3",
    });
    expect(dueQuestion(contract(later, [before, asked]), DAYS, noon("2027-04-20"))).toBeNull();
  });
});
