import type Stripe from "stripe";
import { orderQuery, type OrderFeatures, type OrderPageData } from "./order/order-query.ts";
import { noteRead } from "../content/load.server.ts";
import { AppError, isAppError } from "../platform/errors.ts";
import { createThrottle } from "../platform/rate-limit.server.ts";
import type { PageContent } from "../platform/cache-control.ts";
import { readForm, readJson } from "../platform/http/form-body.server.ts";
import { type FormDeps, reportTo } from "../submissions/form-action.server.ts";
import { storeError } from "../platform/content-store.server.ts";
import { acceptContract, checkContract, failedResult, type Answer } from "./order/accept-contract.server.ts";
import { createOrderPage } from "./order/order-page.server.ts";
import { contractId, getContract } from "./store/contract-store.server.ts";
import { type ContractResult, type OrderResult } from "./order/contract-action.ts";
import { normalCode } from "../model/contracts/coupon.ts";
import { createInvoices } from "./billing/invoices/invoices.server.ts";
import { findCoupon } from "./order/price-contract.server.ts";
import { createEmails } from "./billing/emails/emails.server.ts";
import { contractMessages } from "../model/contracts/messages.ts";
import { acceptOffer, checkOffer } from "./offer/accept-offer.server.ts";
import { offerId } from "./store/find-offer.server.ts";
import { readOfferToken } from "./store/private-links.server.ts";
import { handlePaymentRequest, type PaymentResult } from "./order/payment-request.server.ts";
import { agreedPolicy, type ContractDeps } from "./order/place-contract.server.ts";
import { ORDER_FIELDS, readIntent, SIGNATURE_BYTES } from "./order/form-schema.server.ts";
import { reconcileContract } from "./payment/reconcile.server.ts";
import { sweepContracts } from "./payment/sweep.server.ts";
import { REFUNDING, settleRefunds } from "./billing/refunds/refund.server.ts";
import { createRenewals } from "./billing/renewals/renewals.server.ts";
import { runBilling, type BillingStep } from "./billing/billing.server.ts";
import { join } from "node:path";
import { rejectCardWhileAway, storeQueuedContract } from "./order/contract-queue.server.ts";
import { createPlacedOrders } from "./order/placed-order.server.ts";
import { createPriceList } from "./order/price-list.server.ts";
import { cardConfigOf } from "./payment/charge.server.ts";
import { handleWebhook } from "./payment/webhook.server.ts";

type Received = { status: number; form: FormData | null } & (
  | { scripted: true; result: ContractResult }
  | { scripted: false; result: OrderResult }
);

/** Contracts of this site: prices, payment, acceptance, confirmation. */
export function createContracts({ stripe, ...form }: FormDeps & { stripe: Stripe | null }) {
  const { env, log, secret, clients, queue, emailSite, spamCheck, clock } = form;
  const { freshClient, readClient, writeClient } = clients;
  const store = { readClient, writeClient, clock };
  /** Everything that is posted to the contract page, before it is read: the sum of the limits below, without payments. */
  const forms = createThrottle({ name: "contract-form", requests: 270, seconds: 600 }, env.redis);
  /** Enough for any client, too few to test stolen cards. */
  const orders = createThrottle({ name: "order", requests: 60, seconds: 600 }, env.redis);
  const checks = createThrottle({ name: "order-check", requests: 60, seconds: 600 }, env.redis);
  const payments = createThrottle({ name: "payment", requests: 60, seconds: 600 }, env.redis);

  /** Each one calls Stripe. */
  const confirmations = createThrottle({ name: "confirm", requests: 120, seconds: 600 }, env.redis);

  /** Few enough that codes cannot be guessed. */
  const coupons = createThrottle({ name: "coupon", requests: 30, seconds: 600 }, env.redis);

  const report = reportTo(log, "contract");

  function reportOrder(error: unknown): void {
    if (isAppError(error)) report(error);
    else log.error({ form: "contract", err: error }, "order not finished");
  }

  const emails = createEmails({ emailSite, queue, clock, readClient, onError: reportOrder });
  const invoices = createInvoices({ ...store, secret, stripe, emails, report: reportOrder });

  const renewals = createRenewals({ ...store, stripe, onChanged: emails.send, onError: reportOrder });

  /** Asks Stripe again for the refunds that were cut off. */
  const refunding: BillingStep = {
    name: "refunds",
    where: REFUNDING,
    async run(id) {
      if (stripe) await settleRefunds({ ...store, stripe }, id);
    },
  };

  /** The card provider's public configuration; null when card payment is off. */
  const cardConfig = cardConfigOf(env.stripe);

  const priceList = createPriceList({ client: freshClient, directory: join(env.dataDir, "queue"), log });

  /** Loads the content of the order page. Throws a 503 Response when the content store does not answer. */
  async function loadPage(cache?: PageContent): Promise<OrderPageData> {
    if (cache) noteRead(cache, orderQuery);
    try {
      return await priceList.read();
    } catch (cause) {
      reportOrder(storeError(cause));
      throw new Response("Content is unavailable.", { status: 503, headers: { "Retry-After": "30" } });
    }
  }

  function contextOf(page: OrderPageData): ContractDeps & OrderFeatures {
    const now = clock();
    return {
      ...store,
      secret,
      stripe,
      catalogue: page.catalogue,
      policy: agreedPolicy(page.policy),
      findCoupon: (code) => findCoupon(readClient, code, now),
      now,
      ...page.features,
    };
  }

  /** Prices and policy at this moment, past any cache. */
  const orderContext = async () => contextOf(await priceList.read());

  /** As `orderContext`; while the content store is away, with the last known prices and policy. */
  async function lastContext() {
    const { page, isLast } = await priceList.readOrLast();
    return { ...contextOf(page), isStoreAway: isLast };
  }

  queue.writeWith("contract", async (submission) => {
    const contract = await storeQueuedContract(await orderContext(), submission);
    // Billing issues what is missing.
    await invoices.issueMissing(contract._id).catch(reportOrder);
    await emails.send((await getContract(readClient, contract._id)) ?? contract);
  });

  async function place(
    form: FormData,
    callerKey: string,
    scripted: boolean,
    token?: string,
  ): Promise<Answer> {
    await orders(callerKey);
    const heard = { onPlaced: emails.send, onError: reportOrder, issueInvoice: invoices.issueMissing };
    const page = await (token === undefined ? lastContext() : orderContext());
    const context = { ...page, card: scripted, spamCheck, caller: callerKey, queue, ...heard };
    return token === undefined ? acceptContract(form, context) : acceptOffer(form, token, context);
  }

  /** Checks an order whose card is to be read next. Stores nothing. */
  async function check(form: FormData, callerKey: string, token?: string): Promise<Answer | null> {
    await checks(callerKey);
    const context = await lastContext();
    if (context.isStoreAway) rejectCardWhileAway();
    return token === undefined ? checkContract(form, context) : checkOffer(form, token, context);
  }

  /** Returns the coupon of a code; none while coupons are switched off. */
  async function checkCoupon(form: FormData, callerKey: string): Promise<ContractResult> {
    await coupons(callerKey);
    const context = await orderContext();
    const code = normalCode(String(form.get("couponCode") ?? ""));
    return { status: "coupon", coupon: context.coupons ? await context.findCoupon(code) : null };
  }

  /** Returns the contract's status at Stripe, after the browser has confirmed the card payment. */
  async function confirm(form: FormData, callerKey: string, token = ""): Promise<ContractResult> {
    await confirmations(callerKey);
    const ordered = contractId(String(form.get("submissionId") ?? ""));
    const offered = readOfferToken(secret, token);
    if (!stripe) throw new AppError("unavailable", "Stripe is switched off.");
    const known = await reconcileContract(store, stripe, offered ? offerId(offered.uuid) : ordered).catch(
      (cause: unknown) => {
        throw isAppError(cause) ? cause : new AppError("unavailable", "Stripe does not answer.", { cause });
      },
    );
    if (!known) throw new AppError("not-found", "There is no such contract.");
    await emails.send(known.contract);
    return { status: "confirmed", contractStatus: known.contract.status };
  }

  /**
   * Handles a post to `/contract` or, with the `token` of a private link, to `/contract/:token`. `form` is null when it could
   * not be read. A form without an intent was sent without scripts, where there is no card form. Never throws.
   */
  async function receive(request: Request, callerKey: string, token?: string): Promise<Received> {
    let form: FormData | null = null;
    let scripted = false;
    try {
      await forms(callerKey);
      form = await readForm(request, ORDER_FIELDS, { large: { signature: 2 * SIGNATURE_BYTES } });
      scripted = form.has("intent");
      const intent = scripted ? readIntent(form) : "place";
      if (intent === "coupon")
        return { status: 200, result: await checkCoupon(form, callerKey), form, scripted: true };
      if (intent === "confirm")
        return { status: 200, result: await confirm(form, callerKey, token), form, scripted: true };
      const rejected = intent === "check" ? await check(form, callerKey, token) : null;
      if (intent === "check" && !rejected)
        return { status: 200, result: { status: "checked" }, form, scripted: true };
      const { status, outcome } = rejected ?? (await place(form, callerKey, scripted, token));
      return { status, result: outcome, form, scripted };
    } catch (error) {
      reportOrder(error);
      const { status, outcome } = failedResult(error);
      return { status, result: outcome, form, scripted };
    }
  }

  /** `POST /api/payment-intent`. Never throws. */
  async function preparePayment(
    request: Request,
    callerKey: string,
  ): Promise<{ status: number; answer: PaymentResult }> {
    try {
      await payments(callerKey);
      const body = await readJson(request);
      return await handlePaymentRequest(await orderContext(), body, reportOrder);
    } catch (error) {
      reportOrder(error);
      const status = isAppError(error) ? error.status : 500;
      return { status, answer: { error: contractMessages.intentFailed } };
    }
  }

  /** Handles `POST /webhooks/stripe`. Throws an AppError when Stripe should deliver again. */
  async function receiveWebhook(request: Request): Promise<void> {
    const webhookSecret = env.stripe.on ? env.stripe.webhookSecret : undefined;
    if (!stripe) throw new AppError("not-found", "Stripe is switched off.");
    if (!webhookSecret) throw new AppError("unavailable", "STRIPE_WEBHOOK_SECRET is not set.");
    const payload = await request.text();
    const signature = request.headers.get("stripe-signature");
    const onInvoice = invoices.sync;
    const context = { ...store, stripe, secret: webhookSecret, onReconciled: emails.send, onInvoice };
    await handleWebhook(context, payload, signature);
  }

  return {
    cardConfig,
    placedOrders: createPlacedOrders({ secret, publicUrl: env.publicUrl }),
    report: reportOrder,
    loadPage,
    receive,
    preparePayment,
    receiveWebhook,
    orderPage: createOrderPage({
      ...form,
      renewals,
      invoices,
      report: reportOrder,
      cardsOn: stripe !== null,
    }),
    invoices,
    emails,
    renewals,
    /** Brings all contracts up to date with the calendar and with Stripe: invoices, reminders, cancellations, emails. */
    async bill() {
      await renewals.catchUp().catch(reportOrder);
      const steps = [...renewals.steps, refunding, ...invoices.steps, emails.step];
      await runBilling({ readClient, steps, onError: reportOrder }, clock());
    },
    /** Checks contracts whose charge may still be paid; null while card payment is off. */
    sweep: stripe
      ? async () => {
          await sweepContracts(
            { ...store, stripe, onPaid: emails.send, onError: reportOrder },
            clock(),
          ).catch(reportOrder);
        }
      : null,
  };
}
