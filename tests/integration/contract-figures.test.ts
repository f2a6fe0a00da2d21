import { expect, test } from "vitest";
import type { StoredContract } from "../../app/contracts/store/contract-store.server.ts";
import { renewedToken } from "../../app/contracts/store/private-links.server.ts";
import type { CalendarDate } from "../../app/model/contracts/billing-dates.ts";
import { PAYMENT_LABELS } from "../../app/model/contracts/payment-state.ts";
import { listPayments } from "../../app/model/contracts/payments.ts";
import { dateOf } from "../../app/model/format.ts";
import { parseEnv } from "../../app/platform/env.server.ts";
import { loadSecret } from "../../app/platform/secret.server.ts";
import { referenceNumber } from "../../app/submissions/submission-id.server.ts";
import { sessionCookie } from "../support/admins.ts";
import { startBillingSite } from "../support/billing-site.ts";
import { readCsv } from "../support/read-table.ts";
import { outboxMails } from "../support/site.ts";
import { histories, ledgerOf, readLedger } from "./billing-ledger.ts";
import { END, names, noon, People, START } from "./billing-people.ts";
import { closeDays, live, script } from "./billing-script.ts";
import { differences, dollars } from "./figure-differences.ts";
import { plain, readTelling, type Telling } from "./read-figures.ts";
import { readContractPdf, readEmail, readPdf } from "./read-papers.ts";

// Twelve contracts through a year, around every day that matters. On every day on which something happened to one, its order page,
// invoices, receipts, PDF files, emails, print, dashboard and CSV are read, and every figure that two of them name has to
// have one value. What was charged, invoiced, recorded and mailed has to be exactly what billing-ledger.ts says, which is written by
// hand.

/** Every place that tells figures, beside emails. */
const PLACES = [
  "order page",
  "invoice",
  "dashboard",
  "print",
  "PDF",
  "contract as PDF",
  "invoices of the dashboard",
  "contracts.csv",
  "invoices.csv",
  "table",
];

interface Lists {
  contracts: Record<string, string>[];
  invoices: Record<string, string>[];
  rows: { _id: string; total: number; payment: keyof typeof PAYMENT_LABELS }[];
}

/** Other places show the amounts of a credit note without their sign. */
const cellFigure = (value: string): string =>
  /^-?\d+\.\d\d$/.test(value) ? dollars(Math.round(Math.abs(Number(value)) * 100)) : value;

class Reader {
  readonly #people: People;
  readonly #secret: string;
  readonly #cookie: string;
  readonly #known = new Set<string>();
  /** Every place that was read. */
  readonly places = new Set<string>();

  constructor(people: People, cookie: string) {
    this.#people = people;
    this.#cookie = cookie;
    this.#secret = loadSecret(parseEnv({ DATA_DIR: people.site.dataDir, LOG_LEVEL: "silent" }));
  }

  async #get(path: string): Promise<string> {
    const response = await fetch(this.#people.site.origin + path, { headers: { cookie: this.#cookie } });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return response.text();
  }

  async #file(path: string): Promise<ArrayBuffer> {
    const response = await fetch(this.#people.site.origin + path, { headers: { cookie: this.#cookie } });
    return response.arrayBuffer();
  }

  /** What the pages of client and admins say. */
  async #pages(contract: StoredContract): Promise<Telling[]> {
    const { _id, invoices: issued = [] } = contract;
    const order = `/order/${renewedToken(this.#secret, _id.slice(-36), this.#people.now)}`;
    const admin = `/admin/contracts/${_id}`;
    const [page, detail, print, manager] = await Promise.all(
      [order, admin, `${admin}/print`, `${admin}/invoices`].map((path) => this.#get(path)),
    );
    // What can have changed: an older one was read on its own days.
    const receipts = listPayments(contract, referenceNumber(this.#secret, _id)).slice(0, 1);
    const numbers = [...issued.slice(-2).toReversed(), ...receipts]
      .map(({ number }) => number)
      .filter(Boolean);
    const sheets = numbers.map(async (number) =>
      readTelling(await this.#get(`${order}/invoices/${number}`), "invoice", number),
    );
    const newest = numbers.slice(0, 1).map(async (number) => {
      // An admin may open more of them than a client.
      return readPdf(await this.#file(`${admin}/files/${number}.pdf`), number);
    });
    // As it was agreed: on another day other payments are next.
    const isNew = dateOf(this.#people.now) === START;
    const agreed = isNew ? [readContractPdf(await this.#file(`${admin}/files/contract.pdf`))] : [];
    return [
      readTelling(page ?? "", "order page"),
      readTelling(detail ?? "", "dashboard"),
      readTelling(print ?? "", "print"),
      readTelling(manager ?? "", "invoices of the dashboard"),
      ...(await Promise.all([...sheets, ...newest, ...agreed])),
    ];
  }

  /** The table and the exports, which are about all contracts. */
  async #lists(): Promise<Lists> {
    const [csv = "", invoiced = "", table = ""] = await Promise.all(
      ["/admin/export/contracts.csv", "/admin/export/invoices.csv", "/admin/tables/contracts"].map((path) =>
        this.#get(path),
      ),
    );
    const { rows } = JSON.parse(table) as Pick<Lists, "rows">;
    return { contracts: readCsv(csv), invoices: readCsv(invoiced), rows };
  }

  /** What they say of one. */
  #listed({ _id, suspected, invoices: issued = [] }: StoredContract, lists: Lists): Telling {
    const reference = referenceNumber(this.#secret, _id);
    const row = lists.contracts.find((cells) => Object.values(cells).includes(reference)) ?? {};
    const shown = lists.rows.find((one) => one._id === _id);
    const numbers = new Set(issued.map(({ number }) => number));
    // The state alone, as in the column of the table; and names, no amounts.
    const csvNames: Record<string, string> = { Payment: "Badge", Services: "Names" };
    const figures = [
      // A suspected order owes nothing until an admin takes it; its pages say what it would cost.
      ...Object.entries(row)
        .filter(([name]) => !(suspected && name === "Still to pay"))
        .map(([name, value]) => ({
          name: csvNames[name] ?? name,
          value: cellFigure(value),
          where: "contracts.csv",
        })),
      { name: "Total", value: dollars(shown?.total ?? 0), where: "table" },
      { name: "Badge", value: shown ? PAYMENT_LABELS[shown.payment] : "", where: "table" },
      ...lists.invoices
        .filter(({ Number: number = "" }) => numbers.has(number))
        .flatMap((cells) => {
          const names =
            cells["Kind"] === "Invoice"
              ? ["Total", "Date", "Paid", "Still to pay", "Due"]
              : ["Total", "Date"];
          return names.map((name) => ({
            name: `${cells["Number"]} ${name}`,
            value: cellFigure(cells[name] ?? ""),
            where: "invoices.csv",
          }));
        }),
    ];
    return { figures, text: "" };
  }

  /** Emails that were sent since they were last read. */
  async #emails(): Promise<Awaited<ReturnType<typeof readEmail>>[]> {
    await this.#people.site.emails();
    const fresh = outboxMails(this.#people.site.dataDir).filter((source) => !this.#known.has(source));
    for (const source of fresh) this.#known.add(source);
    return Promise.all(fresh.map(readEmail));
  }

  /** Returns what is wrong on a day: figures with two values, figures that nothing explains. */
  async problems(day: CalendarDate): Promise<string[]> {
    // What was done on Stripe's pages reaches the site by its events.
    await this.#people.site.standIn.settled();
    const emails = await this.#emails();
    const changed = names.filter(
      (name) =>
        day === START ||
        day === END ||
        (histories[name] ?? []).some((line) => line.startsWith(day)) ||
        script.some(([when, act]) => when === day && String(act).includes(`"${name}"`)),
    );
    if (changed.length === 0) return [];
    const found: string[] = [];
    if (day === START) {
      // The suspected order is listed like the others, and in no sum.
      const counted = plain((await this.#get("/admin/figures")).replaceAll(/<[^>]*>/g, " "));
      if (!counted.includes("1 suspected, not counted"))
        found.push(`figures do not leave out what is suspected: ${counted}`);
    }
    const lists = await this.#lists();
    for (const name of changed) {
      const contract = await this.#people.contract(name);
      const reference = referenceNumber(this.#secret, contract._id);
      const mails = emails.filter((email) => email.reference === reference);
      const tellings = [...(await this.#pages(contract)), this.#listed(contract, lists), ...mails];
      for (const { figures } of tellings) for (const { where } of figures) this.places.add(where);
      found.push(...differences(name, day, tellings).map((problem) => `${day} ${name}: ${problem}`));
    }
    return found;
  }
}

test("a year is charged, invoiced, recorded and mailed once, and told with the same figures everywhere", async () => {
  const site = await startBillingSite(noon(START));
  try {
    const people = new People(site);
    const reader = new Reader(people, await sessionCookie(site.dataDir));
    const problems: string[] = [];
    await live(people, [...closeDays].toSorted(), {
      after: async (day) => {
        problems.push(...(await reader.problems(day)));
      },
    });
    expect(await readLedger(people)).toEqual(ledgerOf(histories));
    expect(problems).toEqual([]);
    expect([...reader.places]).toEqual(expect.arrayContaining(PLACES));
    expect([...reader.places].filter((place) => place.startsWith("email")).length).toBeGreaterThan(60);
  } finally {
    await site.close();
  }
});
