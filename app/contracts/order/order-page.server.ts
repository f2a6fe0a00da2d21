import { payableCents } from "../../model/contracts/invoice-state.ts";
import { emailAddress, isEmailAddress } from "../../model/email-address.ts";
import { dateOf } from "../../model/format.ts";
import { isAppError } from "../../platform/errors.ts";
import { receiveForm, reply, type Reply } from "../../platform/http/receive-form.server.ts";
import { createThrottle } from "../../platform/rate-limit.server.ts";
import type { FormDeps } from "../../submissions/form-action.server.ts";
import type { createInvoices } from "../billing/invoices/invoices.server.ts";
import { PAY_ALL, type PayResult } from "../billing/invoices/pay-result.ts";
import type { createPdfs, SheetPage } from "../billing/pdf/pdfs.server.ts";
import { ORDER_INTENTS, type LinkReply, type OrderChange } from "../billing/renewals/renewal-view.ts";
import {
  changed,
  type createRenewals,
  type OrderReply as RenewalReply,
} from "../billing/renewals/renewals.server.ts";
import type { StoredContract } from "../store/contract-store.server.ts";
import { readConfirmationToken } from "../store/private-links.server.ts";
import {
  emailNewLinks,
  readConfirmation,
  readLinkedContract,
  type OrderView,
} from "./confirmation.server.ts";
import { isQueued } from "./contract-queue.server.ts";
import { orderQuery, type OrderPageData } from "./order-query.ts";
import { receiptOf } from "./receipt.ts";

interface OrderPageDeps extends FormDeps {
  renewals: ReturnType<typeof createRenewals>;
  invoices: ReturnType<typeof createInvoices>;
  pdfs: ReturnType<typeof createPdfs>;
  cardsOn: boolean;
  report: (error: unknown) => void;
}

/** Where an invoice is paid, or why it is not: it is settled, its link has ended, or something failed. */
type PayReply = Reply<{ url: string } | { payment: PayResult }>;

/** The reply to a post to the order page. */
type OrderReply = Reply<RenewalReply["result"] | PayReply["result"]>;

/** HTTP status of a request that failed. */
const FAILURES = { "too-many": 429, failed: 503 } as const;

export function createOrderPage(deps: OrderPageDeps) {
  const { env, secret, clients, queue, clock, renewals, invoices, pdfs, report } = deps;
  const { publicClient: catalogue, readClient: store } = clients;

  /** Each one may send an email. */
  const links = createThrottle({ name: "order-link", requests: 10, seconds: 600 }, env.redis);

  /** Each one calls Stripe. */
  const changes = createThrottle({ name: "order-change", requests: 30, seconds: 600 }, env.redis);

  /** Reports an error and returns the result that the client sees. */
  function failure(error: unknown): keyof typeof FAILURES {
    report(error);
    return isAppError(error) && error.code === "too-many-requests" ? "too-many" : "failed";
  }

  const linked = (token: string) => readLinkedContract({ store, secret }, token, clock());

  /** Opens the page on which an invoice of a contract, or all of them (null), are paid; `path` is below the order. Never throws. */
  async function openPage(contract: StoredContract, number: string | null, path: string): Promise<PayReply> {
    try {
      const url = await invoices.pay(contract, number, `${env.publicUrl}/order/${path}`);
      return url ? reply({ url }, 303) : reply({ payment: "settled" }, 409);
    } catch (error) {
      const payment = failure(error);
      return reply({ payment }, FAILURES[payment]);
    }
  }

  /** Emails new links to orders. Does not reveal whether there are any. Never throws. */
  async function renewLink(
    callerKey: string,
    asked: { token: string; email: string },
  ): Promise<Reply<LinkReply>> {
    if (!readConfirmationToken(secret, asked.token) && !isEmailAddress(asked.email))
      return reply({ outcome: "invalid", email: asked.email }, 422);
    try {
      await links(callerKey);
      await emailNewLinks(deps, asked, clock());
      return reply({ outcome: "sent" });
    } catch (error) {
      const outcome = failure(error);
      return reply({ outcome, email: asked.email }, FAILURES[outcome]);
    }
  }

  return {
    /**
     * Returns the order of a private link: `pending` while it waits for the content store, `ended` when the link has expired,
     * null when it is not one of ours.
     */
    async load(token: string): Promise<OrderView | "pending" | "ended" | null> {
      const link = readConfirmationToken(secret, token);
      if (link && (await isQueued(queue, link.submissionId))) return "pending";
      const sources = { store, catalogue, secret, cardsOn: deps.cardsOn, hasPdf: pdfs.hasContract };
      return readConfirmation(sources, token, clock());
    },

    /** Returns what the thank-you page says of the order of a private link; null when it cannot be read. Never throws. */
    async loadReceipt(token: string) {
      try {
        const contract = await linked(token);
        if (!contract || contract === "ended") return null;
        const { payment } = await catalogue.fetch<OrderPageData>(orderQuery);
        const about = { today: dateOf(clock()), path: `/order/${token}`, cardsOn: deps.cardsOn };
        return { ...receiptOf(contract, about), payment };
      } catch (error) {
        report(error);
        return null;
      }
    },

    /**
     * Looks at the card of a client who comes back from Stripe. Returns what there is to say about it; null for a link that is
     * not valid. Throws an AppError when the store does not answer, or `too-many-requests`.
     */
    async cardReturned(callerKey: string, token: string): Promise<OrderChange | null> {
      await changes(callerKey);
      const contract = await linked(token);
      return contract && contract !== "ended" ? renewals.cardReturned(contract) : null;
    },

    /**
     * Returns an invoice of the order of a private link, null when it is not one of this order's; `ended` for a link that has
     * expired or is not one of ours.
     */
    async loadInvoice(token: string, number: string) {
      const contract = await linked(token);
      if (!contract || contract === "ended") return "ended" as const;
      const view = await invoices.view(contract, number);
      const stored = contract.invoices?.find((known) => known.number === number);
      // What a card can be charged for it.
      const cents = deps.cardsOn && stored ? payableCents(stored) : 0;
      return view && { view, payableCents: cents, hasPdf: await pdfs.canShow(view) };
    },

    /**
     * Opens the page at Stripe on which an invoice of the order of a private link is paid by card. Returns null when it is not
     * one of this order's. Never throws.
     */
    async payInvoice(callerKey: string, token: string, number: string): Promise<PayReply | null> {
      try {
        await changes(callerKey);
        const contract = await linked(token);
        if (contract === "ended") return reply({ payment: "ended" }, 410);
        const known = contract?.invoices?.find((one) => one.kind === "invoice" && one.number === number);
        return contract && known ? await openPage(contract, number, `${token}/invoices/${number}`) : null;
      } catch (error) {
        const payment = failure(error);
        return reply({ payment }, FAILURES[payment]);
      }
    },

    /** Looks at what a client has paid who comes back from Stripe. Throws an AppError only for too many requests. */
    async invoicePaid(callerKey: string, token: string): Promise<void> {
      await changes(callerKey);
      try {
        const contract = await linked(token);
        if (contract && contract !== "ended") await invoices.settle(contract._id);
      } catch (error) {
        report(error);
      }
    },

    /**
     * Returns the response with a PDF of the order of a private link, 410 once the link has ended; null for a link that is not
     * one of ours.
     */
    async loadPdf(token: string, file: string, callerKey: string): Promise<Response | null> {
      const contract = await linked(token);
      if (contract === "ended") return new Response("This link has ended.", { status: 410 });
      const order = `/order/${encodeURIComponent(token)}`;
      const page: SheetPage = (number) =>
        number ? `${order}/invoices/${encodeURIComponent(number)}` : order;
      return contract && pdfs.respond(contract, file, { key: callerKey, page });
    },

    /**
     * Does what is asked for on the order page; without an intent new links are mailed. Throws only the Response of
     * a form that cannot be read, and 404 for a change over a link that is not one of ours.
     */
    change: (request: Request, callerKey: string, token: string): Promise<OrderReply> =>
      receiveForm(request, { names: ["intent", "email"] }, async ({ form }): Promise<OrderReply> => {
        const asked = form.get("intent");
        const intent = ORDER_INTENTS.find((known) => known === asked);
        try {
          if (!intent && asked !== PAY_ALL)
            return await renewLink(callerKey, {
              token,
              email: emailAddress(String(form.get("email") ?? "")),
            });
          await changes(callerKey);
          const contract = await linked(token);
          if (!contract) throw new Response("Not found", { status: 404 });
          if (contract === "ended") return reply({ outcome: "ended" }, 410);
          if (!intent) return await openPage(contract, null, token);
          return await renewals.changeOrder(contract, intent, `${env.publicUrl}/order/${token}`);
        } catch (error) {
          if (error instanceof Response) throw error;
          const problem = failure(error);
          if (!intent) return reply({ payment: problem }, FAILURES[problem]);
          return changed(isAppError(error) && error.code === "conflict" ? "too-late" : problem);
        }
      }),
  };
}
