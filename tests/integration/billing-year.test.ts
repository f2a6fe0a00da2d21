import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays, dateOf, type CalendarDate } from "../../app/contracts/billing-dates.ts";
import type { InvoiceDocument } from "../../app/contracts/invoices/invoice.ts";
import { startBillingSite, type BillingSite } from "../support/billing-site.ts";
import { pageMark } from "../support/form-token.ts";
import { orderVisitor } from "../support/order-visitor.ts";
import { lakeClient, lakeTokens } from "../support/site.ts";

// Contracts of every frequency, by card and by invoice, through a year. What was charged, invoiced and mailed has to be exactly
// what is written here.

const noon = (date: CalendarDate) => new Date(`${date}T17:00:00.000Z`);

const START = "2027-01-31";
const END = "2028-02-01";

let site: BillingSite;
beforeAll(async () => {
  site = await startBillingSite(noon(START));
});
afterAll(() => site.close());

const frequencies = ["monthly", "quarterly", "biannually", "annually"];
const idOf = (method: string, frequency: string) =>
  `00000000-0000-4000-8000-${method === "card" ? "c" : "1"}0000000000${frequencies.indexOf(frequency)}`;
const nameOf = (contractId: string) =>
  `${contractId.includes("-c000") ? "card" : "invoice"} ${frequencies[Number(contractId.at(-1))]}`;

/** One domain, 12.00, and a year of maintenance, 120.00 a month. */
async function order(method: "card" | "invoice", frequency: string): Promise<void> {
  const visitor = orderVisitor(site.origin, site.double.origin, {
    ...(await pageMark(site.origin)),
    submissionId: idOf(method, frequency),
    paymentMethod: method === "card" ? "stripe" : "invoice",
    "services.websiteMaintenance.selected": "on",
    "services.websiteMaintenance.paymentFrequency": frequency,
  });
  await (method === "card" ? visitor.startOver() : visitor.order());
}

const dollars = (cents: number) => (cents / 100).toFixed(2);

/** `2027-01-31 card monthly 132.00` of every charge at Stripe. */
function charges(): string[] {
  const { state } = site.double;
  return state.all("charge").map(({ created, amount, customer, paid }) => {
    const { metadata } = state.get(customer as string, "customer") as unknown as {
      metadata: { contractId: string };
    };
    const date = dateOf(new Date((created as number) * 1_000));
    return `${date} ${nameOf(metadata.contractId)} ${dollars(amount as number)}${paid ? "" : " declined"}`;
  });
}

/** `INV-2027-0001 2027-01-31 invoice monthly 132.00` of every invoice. */
async function invoices(): Promise<string[]> {
  const client = lakeClient(site, lakeTokens(site.dataDir).read);
  const all = await client.fetch<InvoiceDocument[]>(`*[_type == "invoice"] | order(_id asc)`);
  return all.map(
    ({ number, issuedOn, contractId, totalCents }) =>
      `${number} ${issuedOn} ${nameOf(contractId)} ${dollars(totalCents)}`,
  );
}

/** The day of the month on which a contract of January 31 renews. */
const renewals: Record<string, string[]> = {
  monthly: [
    "02-28",
    "03-31",
    "04-30",
    "05-31",
    "06-30",
    "07-31",
    "08-31",
    "09-30",
    "10-31",
    "11-30",
    "12-31",
  ],
  quarterly: ["04-30", "07-31", "10-31"],
  biannually: ["07-31"],
  annually: [],
};
const amounts: Record<string, [first: string, each: string]> = {
  monthly: ["132.00", "120.00"],
  quarterly: ["354.00", "342.00"],
  biannually: ["660.00", "648.00"],
  annually: ["1236.00", "1224.00"],
};

function expected(method: "card" | "invoice"): string[] {
  return frequencies.flatMap((frequency) => {
    const [first, each] = amounts[frequency] ?? [];
    const days = [...(renewals[frequency] ?? []).map((day) => `2027-${day}`), "2028-01-31"];
    const name = `${method} ${frequency}`;
    return [`2027-01-31 ${name} ${first}`, ...days.map((day) => `${day} ${name} ${each}`)];
  });
}

test("every period is charged or invoiced once, on its day", async () => {
  for (const frequency of frequencies) {
    await order("card", frequency);
    await order("invoice", frequency);
  }
  for (let day = START; day <= END; day = addDays(day, 1)) await site.advance(noon(day));

  expect(charges().toSorted()).toEqual(expected("card").toSorted());
  const issued = await invoices();
  expect(issued.map((line) => line.slice("INV-2027-0001 ".length)).toSorted()).toEqual(
    expected("invoice").toSorted(),
  );
  const numbers = issued.map((line) => line.split(" ")[0]);
  const counted = (year: number, count: number) =>
    Array.from({ length: count }, (_, index) => `INV-${year}-${String(index + 1).padStart(4, "0")}`);
  expect(numbers).toEqual([...counted(2027, 19), ...counted(2028, 4)]);
}, 180_000);
