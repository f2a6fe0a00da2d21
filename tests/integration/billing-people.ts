import { randomUUID } from "node:crypto";
import type { StoredContract } from "../../app/contracts/store/contract-store.server.ts";
import { renewedToken } from "../../app/contracts/store/private-links.server.ts";
import { type CalendarDate } from "../../app/model/contracts/billing-dates.ts";
import { dateOf } from "../../app/model/format.ts";
import { parseEnv } from "../../app/platform/env.server.ts";
import { loadSecret } from "../../app/platform/secret.server.ts";
import { sessionCookie } from "../support/admins.ts";
import type { BillingSite } from "../support/billing-site.ts";
import { pageToken, postForm } from "../support/form-posts.ts";
import { orderVisitor } from "../support/order-visitor.ts";
import { lakeClient, lakeTokens } from "../support/site.ts";

export const noon = (date: CalendarDate) => new Date(`${date}T17:00:00.000Z`);

export const START = "2027-01-31";
export const END = "2028-02-01";
/** Another one for a fifth order by invoice: an address gets no more emails a day before anything is paid. */
export const emailOf = (name: string): string =>
  name === "invoice mixed" || name === SUSPECTED ? "tom@client.example" : "zoe@client.example";
/** The name and email in the card form (tests/support/contract-harness.ts). */
export const PAYER = "ada@example.com";

export const frequencies = ["monthly", "quarterly", "biannually", "annually"];
const methods = ["card", "invoice"];
export const SUSPECTED = "invoice suspected";
export const names = [
  ...methods.flatMap((method) => frequencies.map((frequency) => `${method} ${frequency}`)),
  // Two frequencies, which renew on one day, and a client who paid once.
  "card mixed",
  "invoice mixed",
  "card once",
  // Sent by a program, perhaps.
  SUSPECTED,
];
const uuidOf = (name: string) => `00000000-0000-4000-8000-${String(names.indexOf(name)).padStart(12, "0")}`;
export const nameOf = (contractId: string): string => names[Number(contractId.slice(-12))] ?? contractId;

/** What recurs of an order: maintenance, 120.00 a month, and in a mixed one database management, 20.00 a month. */
function recurringFields(name: string): Record<string, string> {
  const [method, frequency = ""] = name.split(" ");
  if (frequency === "once") return {};
  if (name === SUSPECTED) return recurringFields("invoice monthly");
  const mixed = method === "card" ? ["quarterly", "annually"] : ["monthly", "biannually"];
  const [maintenance = "", databases = ""] = frequency === "mixed" ? mixed : [frequency];
  return {
    "services.websiteMaintenance.selected": "on",
    "services.websiteMaintenance.paymentFrequency": maintenance,
    ...(databases
      ? {
          "services.databaseManagement.selected": "on",
          "services.databaseManagement.paymentFrequency": databases,
        }
      : {}),
  };
}

export const dollars = (cents: number) => (cents / 100).toFixed(2);

/** Clients and admins of a site. Everything they do may be repeated. */
export class People {
  readonly site: BillingSite;
  #cookie = "";
  #nonces = new Map<string, string>();
  now = noon(START);

  constructor(site: BillingSite) {
    this.site = site;
  }

  /** One domain, 12.00, and what recurs. */
  async order(name: string): Promise<void> {
    const [method] = name.split(" ");
    const visitor = orderVisitor(this.site.origin, this.site.standIn.origin, {
      ...(name === SUSPECTED ? {} : await pageToken(this.site.origin)),
      submissionId: uuidOf(name),
      "contactInfo.email": emailOf(name),
      paymentMethod: method === "card" ? "stripe" : "invoice",
      ...recurringFields(name),
    });
    await (method === "card" ? visitor.startOver() : visitor.order());
  }

  #post(path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
    return postForm(this.site.origin + path, fields, headers);
  }

  /** Presses a button of the private order page. */
  async press(name: string, intent: "cancel" | "keep" | "card" | "pay-all"): Promise<Response> {
    const env = parseEnv({ DATA_DIR: this.site.dataDir, LOG_LEVEL: "silent" });
    const token = renewedToken(loadSecret(env), uuidOf(name), this.now);
    const response = await this.#post(`/order/${token}`, { intent });
    if (response.status >= 400) throw new Error(`${intent} of ${name}: ${response.status}`);
    return response;
  }

  /** Replaces the card on Stripe's page. */
  async replaceCard(name: string, number: string): Promise<void> {
    const portal = (await this.press(name, "card")).headers.get("location") ?? "";
    // Stripe leads back to the order page, which charges an open renewal to the new card.
    await fetch(portal, { method: "POST", body: new URLSearchParams({ number }) });
  }

  /** Pays all open invoices at once on Stripe's page, and comes back. */
  async payAll(name: string): Promise<void> {
    const checkout = (await this.press(name, "pay-all")).headers.get("location") ?? "";
    // A session that is paid already leads back at once.
    const paid = await postForm(checkout, { number: "4242424242424242" });
    await fetch(paid.headers.get("location") ?? checkout);
  }

  async contract(name: string): Promise<StoredContract> {
    const client = lakeClient(this.site, lakeTokens(this.site.dataDir).read);
    return client.fetch<StoredContract>(`*[_id == $id][0]`, { id: `contract.${uuidOf(name)}` });
  }

  /** An admin changes the invoice of the period that begins on a day. */
  async invoice(name: string, period: CalendarDate, fields: Record<string, string>): Promise<void> {
    this.#cookie ||= await sessionCookie(this.site.dataDir);
    const { invoices = [], _rev: rev } = await this.contract(name);
    const number = invoices.find((one) => one.kind === "invoice" && one.periodStart === period)?.number ?? "";
    const key = JSON.stringify([name, period, fields]);
    const nonce = this.#nonces.get(key) ?? randomUUID();
    this.#nonces.set(key, nonce);
    const path = `/admin/contracts/contract.${uuidOf(name)}/invoices`;
    const response = await this.#post(path, { number, nonce, rev, ...fields }, { cookie: this.#cookie });
    if (response.status !== 303) throw new Error(`${key}: ${response.status} ${await response.text()}`);
  }

  receive(name: string, period: CalendarDate, amount: string, cheque = "1001"): Promise<void> {
    return this.invoice(name, period, { intent: "receive", amount, receivedOn: dateOf(this.now), cheque });
  }

  /** The payment intent of the charge of a contract on a day. */
  intentOn(name: string, date: CalendarDate): string {
    const { state } = this.site.standIn;
    const charge = state.all("charge").find((one) => {
      const { metadata } = state.get(one.customer as string, "customer") as unknown as Described;
      return nameOf(metadata.contractId) === name && dayOf(one.created) === date && one.paid;
    });
    return String(charge?.payment_intent);
  }

  /** The owner refunds a part of a charge on Stripe's pages. */
  async refund(name: string, date: CalendarDate, cents: number): Promise<void> {
    const body = new URLSearchParams({ payment_intent: this.intentOn(name, date), amount: String(cents) });
    const headers = { authorization: "Bearer sk_test_year", "idempotency-key": `${name} ${date} ${cents}` };
    await fetch(`${this.site.standIn.origin}/v1/refunds`, { method: "POST", body, headers });
  }

  async dispute(name: string, date: CalendarDate): Promise<void> {
    await fetch(`${this.site.standIn.origin}/test/dispute/${this.intentOn(name, date)}`, { method: "POST" });
  }
}

export interface Described {
  metadata: { contractId: string };
}

export const dayOf = (seconds: unknown): CalendarDate => dateOf(new Date(Number(seconds) * 1_000));
