import { orderQuery, type OrderFeatures, type OrderPageData } from "../content/queries/order.ts";
import { noteRead } from "../content/load.server.ts";
import { AppError, isAppError } from "../platform/errors.ts";
import { createThrottle } from "../platform/rate-limit.server.ts";
import type { PageContent } from "../platform/load-context.ts";
import { readForm, readJson } from "../platform/http/form-body.server.ts";
import type { FormDeps } from "../submissions/form-deps.server.ts";
import type { NewJob } from "../submissions/queue/job.ts";
import { reportTo } from "../submissions/report.server.ts";
import { storeError } from "../platform/store-error.server.ts";
import { acceptOrder, failedAnswer, type Answer } from "./accept-order.server.ts";
import { readOrder, type OrderView } from "./confirmation-view.server.ts";
import { contractId, type StoredContract } from "./contract-store.server.ts";
import { normalCode, type Coupon } from "./coupon.ts";
import { findCoupon } from "./find-coupon.server.ts";
import { orderEmails } from "./emails.server.tsx";
import type { CardConfig } from "./load-stripe.ts";
import { contractMessages } from "./messages.ts";
import { acceptOffer } from "./offer/accept-offer.server.ts";
import { offerId } from "./offer/find-offer.server.ts";
import { readOfferToken } from "./offer/offer-token.server.ts";
import { answerPaymentRequest, type PaymentAnswer } from "./payment-request.server.ts";
import type { OrderContext } from "./place-order.server.ts";
import { ORDER_FIELDS } from "./order-form.server.ts";
import type { LinkOutcome } from "./order-link-ended.tsx";
import { mailOrderLink } from "./order-link.server.ts";
import { agreedPolicy } from "./policy.server.ts";
import { reconcileContract } from "./reconcile.server.ts";
import { SIGNATURE_BYTES } from "./schema.server.ts";
import { sweepOrders } from "./sweep.server.ts";
import { createStripe } from "./stripe.server.ts";
import { handleWebhook } from "./webhook.server.ts";

/** Orders of this site: prices, payment, acceptance, confirmation. */
export function createOrders({ env, log, secret, clients, queue, emailSite, trap, countUse }: FormDeps) {
  const { freshClient, publicClient, readClient, writeClient } = clients;
  const store = { readClient, writeClient };
  /** More than anybody orders or tries, and too little to try out stolen cards. */
  const orders = createThrottle({ name: "order", requests: 60, seconds: 600 }, env.redis);
  const payments = createThrottle({ name: "payment", requests: 60, seconds: 600 }, env.redis);

  /** Each one asks Stripe. */
  const confirmations = createThrottle({ name: "confirm", requests: 120, seconds: 600 }, env.redis);

  /** Few enough that codes cannot be guessed. */
  const coupons = createThrottle({ name: "coupon", requests: 30, seconds: 600 }, env.redis);

  /** Each one may write a mail. */
  const links = createThrottle({ name: "order-link", requests: 10, seconds: 600 }, env.redis);

  const stripe = createStripe(env.stripe);

  const report = reportTo(log, "contract");

  function reportOrder(error: unknown): void {
    if (isAppError(error)) report(error);
    else log.error({ form: "contract", err: error }, "order not finished");
  }

  /** Writes to client and admins once an order is placed. The order stands whatever happens to its mails. */
  function sendEmails(contract: StoredContract): void {
    try {
      queue.send(orderEmails(emailSite, contract));
    } catch (error) {
      reportOrder(new AppError("internal", "The queue cannot be written.", { cause: error }));
    }
  }

  /** What the browser may know of the card provider; null when card payment is off. */
  const cardConfig: CardConfig | null = env.stripe.on
    ? {
        publishableKey: env.stripe.publishableKey,
        scriptUrl: env.stripe.apiBase ? new URL("/stripe.js", env.stripe.apiBase).href : null,
        test: env.stripe.publishableKey.startsWith("pk_test_"),
      }
    : null;

  /** What the order page shows. Throws a 503 Response when the content store cannot answer. */
  async function loadPage(cache?: PageContent): Promise<OrderPageData> {
    if (cache) noteRead(cache, orderQuery);
    try {
      return await freshClient.fetch<OrderPageData>(orderQuery);
    } catch (cause) {
      reportOrder(storeError(cause));
      throw new Response("Content is unavailable.", { status: 503, headers: { "Retry-After": "30" } });
    }
  }

  /** Prices and policy as they are this moment, past any cache. */
  async function orderContext(): Promise<OrderContext & OrderFeatures> {
    try {
      const page = await freshClient.fetch<OrderPageData | undefined>(orderQuery);
      if (!page) throw new AppError("unavailable", "The content store's answer is none.");
      const now = new Date();
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
    } catch (cause) {
      throw storeError(cause);
    }
  }

  /**
   * Takes a posted order. `form` is null when it could not be read. Without scripts there is no card form, so no card
   * either. `offer` is the end of the private link over which it was posted, if that is known. Never throws.
   */
  async function place(
    request: Request,
    callerKey: string,
    { scripted, offer }: { scripted: boolean; offer?: string },
  ): Promise<Answer & { form: FormData | null }> {
    let form: FormData | null = null;
    try {
      await orders(callerKey);
      form = await readForm(request, ORDER_FIELDS, { large: { signature: 2 * SIGNATURE_BYTES } });
      const heard = { onPlaced: sendEmails, onError: reportOrder };
      const context = { ...(await orderContext()), card: scripted, trap, caller: callerKey, ...heard };
      const token = offer ?? form.get("offer");
      const answer =
        typeof token === "string"
          ? await acceptOffer(form, token, context)
          : await acceptOrder(form, context);
      return { ...answer, form };
    } catch (error) {
      reportOrder(error);
      return { ...failedAnswer(error), form };
    }
  }

  /** `POST /api/order/coupon`. With coupons switched off there is none. Never throws. */
  async function coupon(
    request: Request,
    callerKey: string,
  ): Promise<{ status: number; answer: { coupon?: Coupon | null } }> {
    try {
      await coupons(callerKey);
      const code = String((await readForm(request, ["code"])).get("code") ?? "");
      const context = await orderContext();
      const coupon = context.coupons ? await context.findCoupon(normalCode(code)) : null;
      return { status: 200, answer: { coupon } };
    } catch (error) {
      reportOrder(error);
      return { status: isAppError(error) ? error.status : 500, answer: {} };
    }
  }

  /** `POST /api/payment-intent`. Never throws. */
  async function preparePayment(
    request: Request,
    callerKey: string,
  ): Promise<{ status: number; answer: PaymentAnswer }> {
    try {
      await payments(callerKey);
      const body = await readJson(request);
      return await answerPaymentRequest(await orderContext(), body, reportOrder);
    } catch (error) {
      reportOrder(error);
      const status = isAppError(error) ? error.status : 500;
      return { status, answer: { error: contractMessages.intentFailed } };
    }
  }

  /**
   * `POST /api/order/confirm`: the browser is back from the card form; looks at Stripe. Answers the order's status, 404 for an
   * unknown order, or 503 when nobody can say. Never throws.
   */
  async function confirm(
    request: Request,
    callerKey: string,
  ): Promise<{ status: number; answer: { status?: string } }> {
    const unknown = { status: 503, answer: {} };
    try {
      await confirmations(callerKey);
      const form = await readForm(request, ["submissionId", "offer"]);
      const submissionId = contractId(String(form.get("submissionId") ?? ""));
      const offered = readOfferToken(secret, String(form.get("offer") ?? ""));
      if (!stripe) return unknown;
      const id = offered ? offerId(offered.uuid) : submissionId;
      const known = await reconcileContract(store, stripe, id);
      if (!known) return { status: 404, answer: {} };
      sendEmails(known.contract);
      return { status: 200, answer: { status: known.contract.status } };
    } catch (error) {
      reportOrder(error);
      return isAppError(error) && error.status < 500 ? { status: error.status, answer: {} } : unknown;
    }
  }

  /** `POST /webhooks/stripe` with the bytes as they came. Throws an AppError when Stripe shall deliver again. */
  async function receiveWebhook(request: Request): Promise<void> {
    const webhookSecret = env.stripe.on ? env.stripe.webhookSecret : undefined;
    if (!stripe) throw new AppError("not-found", "Stripe is switched off.");
    if (!webhookSecret) throw new AppError("unavailable", "STRIPE_WEBHOOK_SECRET is not set.");
    const payload = await request.text();
    const signature = request.headers.get("stripe-signature");
    const context = { ...store, stripe, secret: webhookSecret, onReconciled: sendEmails };
    await handleWebhook(context, payload, signature);
  }

  /** The order behind a private address: `ended` when that holds no longer, null when it is none of ours. */
  function load(token: string): Promise<OrderView | "ended" | null> {
    return readOrder({ store: readClient, catalogue: publicClient, secret }, token);
  }

  /** Mails a new link to an order. Tells nobody whether there is one. Never throws. */
  async function renewLink(
    callerKey: string,
    token: string,
  ): Promise<{ status: number; outcome: LinkOutcome }> {
    try {
      await links(callerKey);
      const send = (jobs: readonly NewJob[]) => queue.send(jobs);
      await mailOrderLink({ store: readClient, emailSite, countUse, send }, token, new Date());
      return { status: 200, outcome: "sent" };
    } catch (error) {
      reportOrder(error);
      if (isAppError(error) && error.code === "too-many-requests")
        return { status: 429, outcome: "too-many" };
      return { status: 503, outcome: "failed" };
    }
  }

  return {
    cardConfig,
    report: reportOrder,
    loadPage,
    place,
    coupon,
    preparePayment,
    confirm,
    receiveWebhook,
    load,
    renewLink,
    /** Looks after orders that still wait for their card; null while card payment is off. */
    sweep: stripe
      ? async () => {
          await sweepOrders({ ...store, stripe, onPaid: sendEmails, onError: reportOrder }, new Date()).catch(
            reportOrder,
          );
        }
      : null,
  };
}

export type Orders = ReturnType<typeof createOrders>;
