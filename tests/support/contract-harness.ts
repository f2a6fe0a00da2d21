import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { serveLake, type ServedLake } from "lakelet/testing";
import { startStripeStandIn, type StripeStandIn } from "stand-ins/stripe";
import type { StripeEvent } from "stand-ins/stripe";
import Stripe from "stripe";
import { acceptContract, type AcceptDeps } from "../../app/contracts/order/accept-contract.server.ts";
import type { OrderResult } from "../../app/contracts/order/contract-action.ts";
import { handlePaymentRequest } from "../../app/contracts/order/payment-request.server.ts";
import { findCoupon } from "../../app/contracts/order/prices.server.ts";
import { handleWebhook } from "../../app/contracts/payment/payments.server.ts";
import { reconcileContract } from "../../app/contracts/payment/reconcile.server.ts";
import { sweepContracts } from "../../app/contracts/payment/sweep.server.ts";
import {
  contractId,
  getContract,
  type ContractStore,
  type StoredContract,
} from "../../app/contracts/store/contract-store.server.ts";
import { confirmationToken } from "../../app/contracts/store/private-links.server.ts";
import { CURRENCY } from "../../app/model/contracts/money.ts";
import { choicesOf, selectedServices, type ServiceChoice } from "../../app/model/contracts/services.ts";
import { systemClock } from "../../app/platform/clock.ts";
import type { Reply } from "../../app/platform/http/receive-form.server.ts";

export const CARDS = {
  good: "4242424242424242",
  declined: "4000000000000002",
  authenticate: "4000002760003184",
} as const;

const seed = readFileSync(new URL("../../seed/data.ndjson", import.meta.url), "utf8")
  .trimEnd()
  .split("\n");
const catalogue = seed
  .map((line) => JSON.parse(line) as AcceptDeps["catalogue"][number] & { _type: string })
  .filter(({ _type }) => _type === "orderService");

const SECRET = "a secret of sixteen or more";
const WEBHOOK_SECRET = "whsec_test";

/** What a test sets: anything of the deps, and whether Stripe hosts the invoices. */
export type Switches = Partial<AcceptDeps>;

/** The site's order code on a real lake and the Stripe stand-in, without a browser. */
export interface ContractHarness {
  lake: ServedLake;
  store: ContractStore;
  standIn: StripeStandIn;
  stripe: Stripe;
  errors: unknown[];
  context(more?: Switches): AcceptDeps;
  submit(form: FormData, more?: Switches): Promise<Reply<OrderResult>>;
  /** `POST /api/payment-intent`. */
  pay(id: string, amount: number, more?: Switches): ReturnType<typeof handlePaymentRequest>;
  /** Confirms a client secret as the browser does. Resolves to the intent or the error of Stripe.js. */
  confirm(clientSecret: string, card: string): Promise<Record<string, unknown>>;
  /** The browser returns from 3-D Secure. */
  comeBack(id: string): Promise<string | undefined>;
  deliver(event: StripeEvent): Promise<void>;
  /** Runs the sweep this many ms from now. Resolves to the ids of the orders that it found paid. */
  sweep(later: number): Promise<string[]>;
  stored(id: string): Promise<StoredContract>;
  close(): Promise<void>;
}

/** The posted order form. */
export function orderForm(fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  const { submissionId = randomUUID() } = fields;
  const all = {
    submissionId,
    orderSecret: submissionId,
    "contactInfo.firstName": "Ada",
    "contactInfo.lastName": "Lovelace",
    "contactInfo.phone": "(212) 555-0142",
    "contactInfo.email": "ada@example.com",
    "services.domainSetup.selected": "on",
    paymentMethod: "stripe",
    agreedToTerms: "on",
    ...fields,
  };
  for (const [name, value] of Object.entries(all)) form.set(name, value);
  return form;
}

/** The two recurring services at different frequencies beside a one-time one: 12.00 + 342.00 + 20.00 due today. */
export const mixedServices = {
  "services.websiteMaintenance.selected": "on",
  "services.websiteMaintenance.paymentFrequency": "quarterly",
  "services.databaseManagement.selected": "on",
  "services.databaseManagement.paymentFrequency": "monthly",
};

/** Who pays by card. */
export const PAYER = { name: "Ada", email: "ada@example.com" };

/** Creates a payment method as Stripe.js does. */
export async function cardMethod(stripeOrigin: string, card: string, payer = PAYER): Promise<string> {
  const body = new URLSearchParams({
    type: "card",
    "card[number]": card,
    "billing_details[name]": payer.name,
    "billing_details[email]": payer.email,
  });
  const response = await fetch(`${stripeOrigin}/v1/payment_methods`, { method: "POST", body });
  return ((await response.json()) as { id: string }).id;
}

/** Confirms a client secret as Stripe.js does: the intent, or `{ error }`. */
export async function confirmIntent(
  stripeOrigin: string,
  clientSecret: string,
  paymentMethod: string,
): Promise<Record<string, unknown>> {
  const id = clientSecret.split("_secret_")[0];
  const body = new URLSearchParams({ client_secret: clientSecret, payment_method: paymentMethod });
  const response = await fetch(`${stripeOrigin}/v1/payment_intents/${id}/confirm`, { method: "POST", body });
  return (await response.json()) as Record<string, unknown>;
}

export type PlacedOrder = Extract<OrderResult, { status: "placed" }>;

/** The payment request of an order without its amount. */
export function billingOf(
  { submissionId, confirmation }: Pick<PlacedOrder, "submissionId" | "confirmation">,
  choices: readonly ServiceChoice[],
  paymentMethodId: string,
  payer = PAYER,
) {
  const services = selectedServices(choices);
  return { currency: CURRENCY, paymentMethodId, ...payer, services, submissionId, confirmation };
}

function stripeOn(standIn: StripeStandIn): Stripe {
  const { hostname, port } = new URL(standIn.origin);
  return new Stripe("sk_test_double", { host: hostname, port, protocol: "http", telemetry: false });
}

export async function openContractHarness(): Promise<ContractHarness> {
  const [lake, standIn] = [await serveLake(), await startStripeStandIn()];
  const stripe = stripeOn(standIn);
  const errors: unknown[] = [];
  const onError = (error: unknown) => void errors.push(error);
  const store = { ...lake.store, clock: systemClock };
  const context = (more: Switches = {}): AcceptDeps => ({
    ...store,
    stripe,
    catalogue,
    tax: null,
    policy: { version: "3.0", hash: "h" },
    now: new Date(),
    secret: SECRET,
    signature: "optional",
    card: true,
    cards: true,
    caller: "192.0.2.1",
    coupons: false,
    customServices: false,
    findCoupon: (code) => findCoupon(lake.store.readClient, code, new Date()),
    onError,
    ...more,
  });
  const stored = async (id: string) => {
    const contract = await getContract(lake.store.readClient, contractId(id));
    if (!contract) throw new Error(`No order ${id}`);
    return contract;
  };
  return {
    lake,
    store,
    standIn,
    stripe,
    errors,
    context,
    stored,
    submit: (form, more) => acceptContract(form, context(more)),
    async pay(submissionId, amount, more) {
      const contract = await getContract(lake.store.readClient, contractId(submissionId));
      const method = await cardMethod(standIn.origin, CARDS.good);
      const confirmation = confirmationToken(SECRET, submissionId);
      const billing = billingOf(
        { submissionId, confirmation },
        contract ? choicesOf(contract.services) : [],
        method,
      );
      return handlePaymentRequest(context(more), { ...billing, amount }, onError);
    },
    confirm: async (clientSecret, card) =>
      confirmIntent(standIn.origin, clientSecret, await cardMethod(standIn.origin, card)),
    comeBack: async (id) => (await reconcileContract(store, stripe, contractId(id)))?.contract.status,
    async deliver(event) {
      const payload = JSON.stringify(event);
      const signature = stripe.webhooks.generateTestHeaderString({ payload, secret: WEBHOOK_SECRET });
      await handleWebhook({ ...store, stripe, secret: WEBHOOK_SECRET }, payload, signature);
    },
    async sweep(later) {
      const paid: string[] = [];
      const onPaid = async ({ _id }: StoredContract) => void paid.push(_id);
      await sweepContracts({ ...store, stripe, onPaid, onError }, new Date(Date.now() + later));
      return paid;
    },
    async close() {
      await standIn.close();
      await lake.close();
    },
  };
}
