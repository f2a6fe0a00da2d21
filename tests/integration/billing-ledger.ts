import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { StoredContract } from "../../app/contracts/store/contract-store.server.ts";
import { addDays } from "../../app/model/contracts/billing-dates.ts";
import type { ContractEvent } from "../../app/model/contracts/history.ts";
import type { InvoiceDocument } from "../../app/model/contracts/invoice.ts";
import { dateOf } from "../../app/model/format.ts";
import { ADMIN_EMAILS } from "../support/admins.ts";
import type { BillingSite } from "../support/billing-site.ts";
import { lakeClient, lakeTokens } from "../support/site.ts";
import {
  dayOf,
  dollars,
  emailOf,
  nameOf,
  names,
  PAYER,
  SUSPECTED,
  type Described,
  type People,
} from "./billing-people.ts";

/** What is recorded of each contract: day, kind and amount. */
export const histories: Record<string, string[]> = {
  "card monthly": [
    "2027-01-31 placed",
    "2027-01-31 charged 132.00",
    "2027-02-28 charged 120.00",
    "2027-03-31 charged 120.00",
    "2027-04-30 charged 120.00",
    "2027-05-31 charge-failed 120.00",
    "2027-06-03 charge-failed 120.00",
    "2027-06-04 charged 120.00",
    "2027-06-30 charged 120.00",
    "2027-07-31 charged 120.00",
    "2027-08-15 refunded 20.00",
    "2027-08-31 charged 120.00",
    "2027-09-30 charged 120.00",
    "2027-10-05 cancellation-requested",
    "2027-10-31 cancelled",
  ],
  "card quarterly": [
    "2027-01-31 placed",
    "2027-01-31 charged 354.00",
    "2027-04-30 charged 342.00",
    "2027-06-01 cancellation-requested",
    "2027-06-02 cancellation-revoked",
    "2027-07-31 charged 342.00",
    "2027-08-10 disputed 342.00",
    "2027-10-31 charged 342.00",
    "2028-01-31 charged 342.00",
  ],
  "card biannually": [
    "2027-01-31 placed",
    "2027-01-31 charged 660.00",
    "2027-07-01 renewal-reminded 648.00",
    "2027-07-31 charge-failed 648.00",
    "2027-08-03 charge-failed 648.00",
    "2027-08-08 charge-failed 648.00",
    "2027-08-15 charge-failed 648.00",
    "2027-08-15 cancelled",
  ],
  "card annually": [
    "2027-01-31 placed",
    "2027-01-31 charged 1236.00",
    "2028-01-01 renewal-reminded 1224.00",
    "2028-01-10 cancellation-requested",
    "2028-01-31 cancelled",
  ],
  "invoice monthly": [
    "2027-01-31 placed",
    "2027-01-31 invoiced 132.00",
    "2027-02-10 received 132.00",
    "2027-02-28 invoiced 120.00",
    "2027-03-20 received 120.00",
    "2027-03-31 invoiced 120.00",
    "2027-04-30 invoiced 120.00",
    // It names the invoice of April 30, too, which is open and not due yet.
    "2027-05-07 invoice-reminded 240.00",
    "2027-05-20 received 120.00",
    "2027-05-21 invoice-reminded 120.00",
    "2027-05-21 unpaid-asked 120.00",
    "2027-05-25 received 100.00",
    "2027-05-26 received 20.00",
    ...["05-31", "06-30", "07-31", "08-31", "09-30", "10-31", "11-30", "12-31"].flatMap((day) => [
      `2027-${day} invoiced 120.00`,
      `${addDays(`2027-${day}`, 20)} received 120.00`,
    ]),
    "2028-01-31 invoiced 120.00",
  ],
  "invoice quarterly": [
    "2027-01-31 placed",
    "2027-01-31 invoiced 354.00",
    "2027-02-10 received 354.00",
    "2027-04-30 invoiced 342.00",
    "2027-05-10 credited 42.00",
    "2027-05-20 received 300.00",
    "2027-07-31 invoiced 342.00",
    "2027-08-20 received 342.00",
    "2027-09-01 cancellation-requested",
    "2027-10-31 cancelled",
  ],
  "invoice biannually": [
    "2027-01-31 placed",
    "2027-01-31 invoiced 660.00",
    "2027-02-10 received 660.00",
    "2027-07-01 renewal-reminded 648.00",
    "2027-07-31 invoiced 648.00",
    "2027-08-05 invoice-voided 648.00",
    "2028-01-01 renewal-reminded 648.00",
    "2028-01-31 invoiced 648.00",
  ],
  "invoice annually": [
    "2027-01-31 placed",
    "2027-01-31 invoiced 1236.00",
    "2027-02-10 received 1236.00",
    "2028-01-01 renewal-reminded 1224.00",
    "2028-01-31 invoiced 1224.00",
  ],
  "card mixed": [
    "2027-01-31 placed",
    "2027-01-31 charged 558.00",
    "2027-04-30 charged 342.00",
    "2027-07-31 charged 342.00",
    "2027-10-31 charged 342.00",
    "2028-01-01 renewal-reminded 546.00",
    "2028-01-31 charged 546.00",
  ],
  "invoice mixed": [
    "2027-01-31 placed",
    "2027-01-31 invoiced 240.00",
    "2027-02-10 received 240.00",
    "2027-02-28 invoiced 120.00",
    "2027-03-31 invoiced 120.00",
    "2027-04-04 received 240.00",
    ...["04-30", "05-31", "06-30"].flatMap((day) => [
      `2027-${day} invoiced 120.00`,
      `${addDays(`2027-${day}`, 20)} received 120.00`,
    ]),
    "2027-07-01 renewal-reminded 228.00",
    "2027-07-31 invoiced 228.00",
    "2027-08-05 cancellation-requested",
    "2027-08-20 received 228.00",
    "2028-01-31 cancelled",
  ],
  "card once": ["2027-01-31 placed", "2027-01-31 charged 12.00"],
  [SUSPECTED]: ["2027-01-31 placed"],
};

const states: Record<string, string> = {
  "card monthly": "cancelled",
  "card quarterly": "paid",
  "card biannually": "cancelled",
  "card annually": "cancelled",
  "invoice monthly": "due",
  "invoice quarterly": "cancelled",
  "invoice biannually": "due",
  "invoice annually": "due",
  "card mixed": "paid",
  "invoice mixed": "cancelled",
  "card once": "paid",
  [SUSPECTED]: "due",
};

/** Events that are mailed to admins. The client gets all others, and these, but disputes. */
const toAdmins = new Set([
  "charge-failed",
  "refunded",
  "disputed",
  "cancellation-requested",
  "cancellation-revoked",
  "cancelled",
  "unpaid-asked",
]);

const toClient = (kind: string): boolean => kind !== "disputed" && kind !== "unpaid-asked";

/** Ids of the emails that follow from a contract's history, without the address. The payer of a card is another person. */
function expectedEmails(name: string, { _id, history = [] }: StoredContract): string[] {
  const first = history.find(({ kind }) => kind === "charged");
  const byCard = name.startsWith("card");
  const client = emailOf(name);
  const paid = new Set(["charged", "charge-failed", "refunded"]);
  const isUnpaid = (at: string) => history.some((one) => one.kind === "charge-failed" && one.at === at);
  const events = history.flatMap(({ _key, kind, at }) => {
    if (kind === "placed" || _key === first?._key) return [];
    // The last try and the end are one email, which the payer of the card gets as well.
    const isEnd = (one: ContractEvent) => one.kind === "cancelled" && one.at === at;
    if (kind === "charge-failed" && history.some(isEnd)) return [];
    const toPayer = paid.has(kind) || (kind === "cancelled" && isUnpaid(at));
    return [
      ...(toClient(kind) ? [`${_key}/${client}`] : []),
      ...(byCard && toPayer ? [`${_key}/${PAYER}`] : []),
      ...(toAdmins.has(kind) ? ADMIN_EMAILS.split(",").map((to) => `${_key}-notice/${to}`) : []),
    ];
  });
  const receipts =
    name === SUSPECTED ? [] : [client, ...(byCard ? [PAYER] : [])].map((to) => `confirmation/${to}`);
  const notices = ADMIN_EMAILS.split(",").map((to) => `notice/${to}`);
  return [...receipts, ...notices, ...events].map((email) => `${_id}/${email}`);
}

/** `2027-01-31 card monthly 132.00` of every charge at Stripe, refunds and declined ones apart. */
function charges({ standIn }: BillingSite): string[] {
  return standIn.state
    .all("charge")
    .filter(({ paid }) => paid)
    .map(({ created, amount, customer }) => {
      const { metadata } = standIn.state.get(customer as string, "customer") as unknown as Described;
      return `${dayOf(created)} ${nameOf(metadata.contractId)} ${dollars(Number(amount))}`;
    });
}

/** Everything that a year leaves, sorted by text. */
interface Ledger {
  histories: Record<string, string[]>;
  states: Record<string, string>;
  charges: string[];
  invoices: string[];
  numbers: string[];
  /** Emails that should not have been queued, or are missing. */
  wrongEmails: string[];
  /** Emails that did not leave, because their recipient has had enough for a day. */
  withheld: number;
  unknownRequests: string[];
}

const linesOf = ({ history = [] }: StoredContract): string[] =>
  history.map(({ at, kind, amountCents }) =>
    [dateOf(new Date(at)), kind, ...(amountCents ? [dollars(amountCents)] : [])].join(" "),
  );

const sorted = (lists: Record<string, string[]>): Record<string, string[]> =>
  Object.fromEntries(names.map((name) => [name, (lists[name] ?? []).toSorted()]));

export async function readLedger(people: People): Promise<Ledger> {
  const { site } = people;
  const contracts = await Promise.all(names.map((name) => people.contract(name)));
  const byName = <Value>(value: (contract: StoredContract) => Value) =>
    Object.fromEntries(contracts.map((contract) => [nameOf(contract._id), value(contract)]));
  const client = lakeClient(site, lakeTokens(site.dataDir).read);
  const invoices = await client.fetch<InvoiceDocument[]>(`*[_type == "invoice"] | order(_id asc)`);
  const queued = new Set(await site.emails());
  const wanted = new Set(contracts.flatMap((contract) => expectedEmails(nameOf(contract._id), contract)));
  const sent = readdirSync(join(site.dataDir, "outbox")).filter((file) => file.endsWith(".eml"));
  return {
    histories: sorted(byName(linesOf)),
    states: byName(({ paymentState }) => String(paymentState)),
    charges: charges(site).toSorted(),
    invoices: invoices
      .map(
        ({ issuedOn, kind, contractId, totalCents }) =>
          `${issuedOn} ${nameOf(contractId)} ${kind} ${dollars(totalCents)}`,
      )
      .toSorted(),
    numbers: invoices.map(({ number }) => number),
    wrongEmails: [...queued.symmetricDifference(wanted)],
    withheld: queued.size - sent.length,
    unknownRequests: site.standIn.state.unknownRequests,
  };
}

/** Returns what a year has to leave when these are the histories of its contracts. */
export function ledgerOf(wanted: Record<string, string[]>): Ledger {
  const all = Object.entries(wanted).flatMap(([name, lines]) => lines.map((line) => ({ name, line })));
  const linesWith = (kind: string, as: (name: string) => string) =>
    all
      .filter(({ line }) => line.includes(` ${kind} `))
      .map(({ name, line }) => line.replace(kind, as(name)));
  const counted = (year: number, count: number) =>
    Array.from({ length: count }, (_, index) => `INV-${year}-${String(index + 1).padStart(4, "0")}`);
  return {
    histories: sorted(wanted),
    states,
    charges: [
      ...linesWith("charged", (name) => name),
      // Paid by card, all at once.
      "2027-04-04 invoice mixed 240.00",
    ].toSorted(),
    invoices: [
      ...linesWith("invoiced", (name) => `${name} invoice`),
      ...linesWith("credited", (name) => `${name} credit-note`),
    ].toSorted(),
    numbers: [...counted(2027, 26), ...counted(2028, 3)],
    wrongEmails: [],
    // The fourth order of one day in the name of one address gets its receipt and its first invoice the day after this test.
    withheld: 2,
    unknownRequests: [],
  };
}
