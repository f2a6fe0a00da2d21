import type { OrderResult } from "../../app/contracts/order/contract-action.ts";
import { choicesIn } from "../../app/contracts/order/form-values.ts";
import type { PaymentResult } from "../../app/contracts/order/payment-request.server.ts";
import { FORM_TOKEN } from "../../app/submissions/spam/page-token.ts";
import {
  billingOf,
  CARDS,
  cardMethod,
  confirmIntent,
  mixedServices,
  orderForm,
  type PlacedOrder,
} from "../support/contract-harness.ts";
import type { Entry } from "./ledger.ts";
import { bodyOf, persist, resultOf } from "./line.ts";
import type { Random } from "./random.ts";
import { begin, type Town } from "./visitors.ts";

const TRIES = 12;

type Headers = Record<string, string>;

async function place(town: Town, form: FormData, headers: Headers): Promise<OrderResult | null> {
  form.set("intent", "place");
  const answer = await town.line.ask("/contract.data", { method: "POST", body: form, headers });
  if (answer && answer.status >= 400 && answer.status < 500) town.line.wonder("/contract.data", answer);
  return resultOf<OrderResult>(answer);
}

export async function orderByInvoice(town: Town, random: Random): Promise<void> {
  const form = orderForm({ paymentMethod: "invoice" });
  const entry = begin(town, "invoice order", String(form.get("submissionId")));
  form.set("contactInfo.email", entry.email);
  form.set(FORM_TOKEN, town.formToken);
  const headers = { "x-forwarded-for": town.line.newAddress() };
  await persist(random, TRIES, async () => {
    entry.acknowledged ||= (await place(town, form, headers))?.status === "placed";
    return entry.acknowledged && !random.chance(0.15);
  });
}

async function intentOf(
  town: Town,
  placed: PlacedOrder,
  form: FormData,
  method: string,
  headers: Headers,
): Promise<string | null> {
  const request = { ...billingOf(placed, choicesIn(form), method), amount: placed.dueTodayCents };
  const body = JSON.stringify(request);
  const answer = await town.line.ask("/api/payment-intent", {
    method: "POST",
    body,
    headers: { ...headers, "content-type": "application/json" },
  });
  const started = bodyOf<PaymentResult>(answer);
  return started && "clientSecret" in started ? started.clientSecret : null;
}

/** Acts as Stripe.js: requests between browser and Stripe, without the site. */
async function confirmCard(town: Town, entry: Entry, secret: string, method: string): Promise<boolean> {
  const intent = await confirmIntent(town.stripeOrigin, secret, method).catch(() => null);
  entry.paid ||= intent?.["status"] === "succeeded";
  return entry.paid;
}

/** Goes through the card form once, from the saved draft on; true when the order is known to be paid. */
async function payOnce(town: Town, random: Random, entry: Entry, form: FormData, headers: Headers) {
  const outcome = await place(town, form, headers);
  if (outcome?.status !== "placed") return false;
  if (outcome.paid) return (entry.acknowledged = true);
  const card = random.chance(0.15) ? CARDS.declined : CARDS.good;
  const method = await cardMethod(town.stripeOrigin, card).catch(() => null);
  if (!method) return false;
  const secret = await intentOf(town, outcome, form, method, headers);
  if (!secret) return false;
  if (!(await confirmCard(town, entry, secret, method))) return false;
  // The tab is closed or the connection lost: Stripe's webhook has to complete the order.
  if (random.chance(0.25)) return true;
  const body = new URLSearchParams({ intent: "confirm", submissionId: entry.mark });
  const back = await town.line.ask("/contract.data", { method: "POST", body, headers });
  const result = await resultOf<{ contractStatus?: string }>(back);
  entry.acknowledged = result?.contractStatus === "completed";
  return entry.acknowledged;
}

export async function orderByCard(town: Town, random: Random): Promise<void> {
  const form = orderForm(random.chance(0.4) ? mixedServices : {});
  const entry = begin(town, "card order", String(form.get("submissionId")));
  form.set("contactInfo.email", entry.email);
  form.set(FORM_TOKEN, town.formToken);
  const headers = { "x-forwarded-for": town.line.newAddress() };
  await persist(random, TRIES, () => payOnce(town, random, entry, form, headers));
}
