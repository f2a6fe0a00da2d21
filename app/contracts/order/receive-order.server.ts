import { data, redirect, type ActionFunctionArgs } from "@remix-run/node";
import { isAccepted } from "../../model/contracts/contract-document.ts";
import { contractMessages } from "../../model/contracts/messages.ts";
import { emailAddress } from "../../model/email-address.ts";
import { thankYouPath } from "../../model/thanks.ts";
import { oneLine } from "../../model/typed-text.ts";
import type { ReadClient } from "../../platform/content-store.server.ts";
import type { Env } from "../../platform/env.server.ts";
import { AppError } from "../../platform/errors.ts";
import { receiveForm, reply, type Reply } from "../../platform/http/receive-form.server.ts";
import { createThrottle } from "../../platform/rate-limit.server.ts";
import { referenceNumber } from "../../submissions/submission-id.server.ts";
import { contractId, getContract } from "../store/contract-store.server.ts";
import { offerIdOf } from "../store/find-offer.server.ts";
import { confirmationToken } from "../store/private-links.server.ts";
import { acceptContract, checkContract, failedReply, type AcceptDeps } from "./accept-contract.server.ts";
import type { ContractIntent, ContractResult, DraftOrder, OrderResult } from "./contract-action.ts";
import { rejectCardWhileAway } from "./contract-queue.server.ts";
import { ORDER_FIELDS, readIntent, SIGNATURE_BYTES } from "./form-schema.server.ts";
import type { createOrderContext, OrderContext } from "./order-context.server.ts";
import type { PostedOrder } from "./order-form.tsx";
import { isFromForm } from "./place-contract.server.ts";

interface ReceiverDeps extends Pick<
  AcceptDeps,
  "queue" | "spamCheck" | "issueInvoice" | "onPlaced" | "onError" | "secret"
> {
  env: Pick<Env, "redis">;
  clients: { readClient: ReadClient };
  context: ReturnType<typeof createOrderContext>;
  /** Returns a contract's status at Stripe. Throws an AppError. */
  confirm: (
    contractId: string,
  ) => Promise<Extract<ContractResult, { status: "confirmed" }>["contractStatus"]>;
}

/** A form that was posted to the contract page, or with the `token` of a private link. */
interface Posted {
  form: FormData;
  callerKey: string;
  token: string | undefined;
}

/** `form` is null when it could not be read. A form without an intent was sent without scripts. */
type ReceivedOrder = { form: FormData | null } & (
  | ({ scripted: true } & Reply<ContractResult>)
  | ({ scripted: false } & Reply<OrderResult>)
);

const BODY = { large: { signature: 2 * SIGNATURE_BYTES } };

/** Returns the function that handles what is posted to `/contract` and `/contract/:token`. */
export function createOrderReceiver({ env, clients, context, confirm, ...deps }: ReceiverDeps) {
  const throttle = (name: string, requests: number) =>
    createThrottle({ name, requests, seconds: 600 }, env.redis);
  /** Everything that is posted, before it is read: the sum of the limits below. */
  const forms = throttle("contract-form", 270);
  const limits = {
    /** Enough for any client, too few to test stolen cards. */
    place: throttle("order", 60),
    check: throttle("order-check", 60),
    /** Each one may call Stripe. */
    confirm: throttle("confirm", 120),
    /** Few enough that codes cannot be guessed. */
    coupon: throttle("coupon", 30),
  };

  /** Contracts that admins made are accepted also while the public form is switched off. */
  function requireOpen({ isOff }: OrderContext, token: string | undefined): void {
    if (!isOff || token !== undefined) return;
    throw new AppError("conflict", "The order form is switched off.", {
      status: 404,
      safeMessage: contractMessages.formOff,
    });
  }

  async function place({ form, callerKey, token }: Posted, card: boolean): Promise<Reply<OrderResult>> {
    await limits.place(callerKey);
    const page = await (token === undefined ? context.readOrLast() : context.read());
    requireOpen(page, token);
    return acceptContract(form, { ...page, ...deps, card, caller: callerKey }, token);
  }

  /**
   * Returns the accepted order of a draft, or null. The draft proves by its secret that it is the client's, because admins see id and
   * email address, too.
   */
  async function orderOf(
    submissionId: string,
    email: string,
    orderSecret: string,
  ): Promise<DraftOrder | null> {
    const id = contractId(submissionId);
    const contract = await getContract(clients.readClient, id);
    if (!contract || !email || contract.contactInfo.email.toLowerCase() !== email) return null;
    if (!isFromForm(contract, orderSecret)) return null;
    const { status, payment } = contract;
    // The page may have been closed before the server heard of the payment.
    const known = status === "pending" && payment.stripePaymentIntent ? await confirm(id) : status;
    if (!isAccepted({ status: known })) return null;
    return {
      isPaid: known === "completed",
      reference: referenceNumber(deps.secret, id),
      path: `/order/${confirmationToken(deps.secret, submissionId)}`,
    };
  }

  const handlers: Record<ContractIntent, (posted: Posted) => Promise<Reply<ContractResult>>> = {
    place: (posted) => place(posted, true),

    /** Checks an order whose card is to be read next. Stores nothing. */
    async check({ form, callerKey, token }) {
      await limits.check(callerKey);
      const page = await context.readOrLast();
      requireOpen(page, token);
      if (page.isStoreAway) rejectCardWhileAway();
      return (await checkContract(form, page, token)) ?? reply({ status: "checked" });
    },

    /** Looks up a coupon's code; there is none while coupons are switched off. */
    async coupon({ form, callerKey }) {
      await limits.coupon(callerKey);
      const { coupons, findCoupon } = await context.read();
      const typed = String(form.get("couponCode") ?? "");
      return reply({ status: "coupon", coupon: coupons ? await findCoupon(typed) : null });
    },

    /** Looks up the contract's status at Stripe, after the browser has confirmed the card payment. */
    async confirm({ form, callerKey, token = "" }) {
      await limits.confirm(callerKey);
      const ordered = contractId(String(form.get("submissionId") ?? ""));
      const contractStatus = await confirm(offerIdOf(deps.secret, token) ?? ordered);
      return reply({ status: "confirmed", contractStatus });
    },

    async draft({ form, callerKey }) {
      await limits.confirm(callerKey);
      const [submissionId = "", email = "", orderSecret = ""] = [
        "submissionId",
        "contactInfo.email",
        "orderSecret",
      ].map((name) => oneLine(String(form.get(name) ?? "")));
      return reply({
        status: "draft",
        order: await orderOf(submissionId, emailAddress(email).toLowerCase(), orderSecret),
      });
    },
  };

  /** Never throws. */
  return async (request: Request, callerKey: string, token?: string): Promise<ReceivedOrder> => {
    const rules = {
      limit: () => forms(callerKey),
      names: ORDER_FIELDS,
      body: BODY,
      failed(error: unknown, _typed?: unknown, form?: FormData) {
        deps.onError(error);
        return besideForm(form ?? null, failedReply(error));
      },
    };
    const { result, ...response } = await receiveForm(request, rules, async ({ form }) => {
      const posted = { form, callerKey, token };
      // Without scripts there is no card form.
      const handled = form.has("intent") ? handlers[readIntent(form)](posted) : place(posted, false);
      return besideForm(form, await handled);
    });
    const scripted = result.form?.has("intent") ?? false;
    return { ...response, ...result, scripted } as ReceivedOrder;
  };
}

const besideForm = (
  form: FormData | null,
  { result, ...response }: Reply<ContractResult>,
): Reply<{ form: FormData | null; result: ContractResult }> => ({ ...response, result: { form, result } });

/**
 * The action of `/contract` and `/contract/:token`. A placed order is remembered for the thank-you page. Without scripts a placed order
 * redirects there, and a rejected one is rendered with what was posted.
 */
export async function contractAction({ context, request, params }: ActionFunctionArgs) {
  const { orders, sentCookies } = context.services;
  const received = await orders.receive(request, context.callerKey, params["token"]);
  const { result, status, headers, form, scripted } = received;
  if (result.status === "placed")
    headers.set("Set-Cookie", await sentCookies.keep("order", result.reference, result.confirmation));
  if (scripted) return data(result, { status, headers });
  if (result.status === "placed") return redirect(thankYouPath(result.reference), { status: 303, headers });
  const fields = [...(form ?? [])].filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return data({ outcome: result, fields } satisfies PostedOrder, { status, headers });
}
