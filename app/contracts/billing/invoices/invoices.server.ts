import { randomUUID } from "node:crypto";
import { hasNextInvoice } from "../../../model/contracts/cancellation.ts";
import { clientName } from "../../../model/contracts/client-fields.ts";
import { creditCents } from "../../../model/contracts/credit.ts";
import { withEvent, type EventKind } from "../../../model/contracts/history.ts";
import { HOLD_EVENTS, holdOf } from "../../../model/contracts/hold.ts";
import { listInvoices } from "../../../model/contracts/invoice-state.ts";
import { isOwnInvoiced, ownOpenCents } from "../../../model/contracts/own-invoices.ts";
import type { InvoiceView } from "../../../model/contracts/sheet.ts";
import { dateOf } from "../../../model/format.ts";
import type { AccountExport, ExportFormat } from "../../../model/tables.ts";
import { orUnavailable } from "../../../platform/content-store.server.ts";
import { AppError } from "../../../platform/errors.ts";
import { receiveForm, reply, type Reply } from "../../../platform/http/receive-form.server.ts";
import { openCheckout, PAYING } from "../../payment/checkout.server.ts";
import { reconcileContract } from "../../payment/reconcile.server.ts";
import { changeSeenContract, findContract, type StoredContract } from "../../store/contract-store.server.ts";
import type { BillingStep } from "../billing-steps.server.ts";
import type { createEmails } from "../emails/emails.server.ts";
import { issuedWith } from "../emails/superseded.ts";
import {
  changeInvoice,
  previewPayment,
  type ChangeDeps,
  type ChangeOutcome,
  type ChangeRequest,
} from "./change-invoice.server.ts";
import { exportInvoices, exportPayments } from "./export-invoices.server.ts";
import { INVOICE_FIELDS, readInvoiceForm, type InvoiceRequest } from "./invoice-form.server.ts";
import type { RefusedForm } from "./invoice-forms.tsx";
import { viewInvoice } from "./invoice-view.server.ts";
import { issueNext, nextInvoice, noteOwnInvoice, readInvoiceSettings } from "./issue.server.ts";
import { PAID, PAID_PARAM } from "./pay-result.ts";
import { PREVIEW } from "./payment-preview.ts";
import { remindOverdue } from "./remind.server.ts";

type Emails = ReturnType<typeof createEmails>;

interface InvoicesDeps extends ChangeDeps {
  emails: Pick<Emails, "send" | "resend">;
  onError: (error: unknown) => void;
}

/** Periods that one run makes up for at most: ten years of months. */
const MAX_PERIODS = 120;

const NOT_INVOICED = `payment.paymentMethod == "invoice" && status in ["invoice", "completed"] && !defined(suspected)
  && (count(coalesce(invoices, [])) + count(coalesce(history[kind == "own-invoice"], [])) == 0
    || count(payment.schedule[nextDate <= $today]) > 0)`;

const UNPAID = `count(invoices[kind == "invoice" && status == "open" && dueOn < $today]) > 0`;

const FORM = { names: INVOICE_FIELDS };

const ISSUED = new Set<EventKind>(["invoiced", "credited"]);

/** What an admin answers about a client who does not pay, and the event of it. */
const HOLD_REPLIES = { pause: "invoices-paused", continue: "invoices-continued" } as const;
type HoldReply = keyof typeof HOLD_REPLIES;
const isHoldReply = (intent: string): intent is HoldReply => Object.hasOwn(HOLD_REPLIES, intent);

const CHANGED = { receive: "received", void: "void", credit: "credited" } as const;

/** What was done, or why it was not. */
export type ManagerResult =
  | (typeof CHANGED)[keyof typeof CHANGED]
  | (typeof HOLD_REPLIES)[HoldReply]
  | Exclude<ChangeOutcome, "done" | "missing">
  | "sent"
  | "preview"
  | "invalid";

/** What came of a form for admins; `refused` is a form with wrong fields. */
interface InvoiceChange {
  result: ManagerResult;
  refused: RefusedForm | null;
}

const noInvoice = () => new Response("There is no such invoice.", { status: 404 });

const resultReply = (result: ManagerResult, status = 200): Reply<InvoiceChange> =>
  reply({ result, refused: null }, status);

/** Numbered invoices of contracts: when they are issued, what happens to them, and who may see them. */
export function createInvoices(deps: InvoicesDeps) {
  const { readClient, clock, stripe, emails, onError } = deps;

  const available = <Result>(asking: Promise<Result>) => orUnavailable(asking, onError);

  /** Returns a contract. Throws a Response: 404 when there is none, 503 when the store does not answer. */
  async function requireContract(id: string | undefined): Promise<StoredContract> {
    const contract = await available(findContract(readClient, id));
    if (!contract) throw new Response("There is no such contract.", { status: 404 });
    return contract;
  }

  /** Issues every invoice that a contract lacks, one per period, or leaves it to the owner. Throws an AppError when the store does not answer. */
  async function issueMissing(id: string): Promise<void> {
    const settings = await readInvoiceSettings(readClient);
    const issue = () => (settings.ownInvoices ? noteOwnInvoice(deps, id) : issueNext(deps, settings, id));
    for (let count = 0; count < MAX_PERIODS; count++) if (!(await issue())) return;
  }

  const view = (contract: StoredContract, number: string) => viewInvoice(deps, contract, number);

  /** Issues and emails the invoices that were on hold until a payment. Errors are only reported, because billing runs hourly. */
  async function issueWaiting(contract: StoredContract): Promise<void> {
    if (nextInvoice(contract, dateOf(clock()))) await issueAndMail(contract._id).catch(onError);
  }

  async function issueAndMail(id: string): Promise<void> {
    await issueMissing(id);
    const issued = await findContract(readClient, id);
    if (issued) await emails.send(issued);
  }

  /** Changes an invoice as an admin asks, and tells the client. Throws an AppError when the store does not answer. */
  async function change(request: ChangeRequest): Promise<ChangeOutcome> {
    const { outcome, contract } = await changeInvoice(deps, await readInvoiceSettings(readClient), request);
    if (contract && outcome === "done") {
      await emails.send(contract);
      await issueWaiting(contract);
    }
    // It was paid by card meanwhile, perhaps.
    if (outcome === "conflict") await settle(request.contractId).catch(onError);
    return outcome;
  }

  /** Pauses the invoices of a contract or goes on with them; `conflict` when they are not held back. Throws an AppError when the store does not answer. */
  async function hold(
    id: string,
    kind: (typeof HOLD_REPLIES)[HoldReply],
    by: string,
  ): Promise<ManagerResult> {
    const isMade = ({ history = [] }: StoredContract) =>
      history.findLast((event) => HOLD_EVENTS.includes(event.kind))?.kind === kind;
    const { outcome } = await changeSeenContract<"conflict">(
      deps,
      { id, rev: undefined, isMade },
      (contract) => {
        const at = clock().toISOString();
        if (!holdOf(contract)) return "conflict";
        return { fields: { history: withEvent(contract.history, { _key: `${kind}-${at}`, at, kind, by }) } };
      },
    );
    if (outcome !== "done") return "conflict";
    if (kind === "invoices-continued") await issueAndMail(id);
    return kind;
  }

  /** Emails an invoice or a credit note to the client once more; `missing` when the contract has no such one. */
  async function resend({ _id, history = [] }: StoredContract, number: string, nonce: string) {
    const event = history.find(({ kind, invoice }) => ISSUED.has(kind) && invoice === number);
    if (!event) return "missing";
    // Its email may be that of several invoices.
    const mailed = event.kind === "invoiced" ? issuedWith({ history }, event).at(-1) : event;
    return emails.resend(_id, mailed?._key ?? "", nonce);
  }

  async function sendAgain(contract: StoredContract, { number, nonce }: InvoiceRequest) {
    const sent = await available(resend(contract, number, nonce));
    if (sent === "missing") throw noInvoice();
    return resultReply("sent");
  }

  /** Changes an invoice, or previews a payment. */
  async function changeAs(
    contract: StoredContract,
    { number, nonce, rev, change: asks, isPreview, refuse }: Extract<InvoiceRequest, { kind: "change" }>,
    by: string,
  ): Promise<Reply<InvoiceChange>> {
    const about = { intent: asks.kind, number };
    const preview = asks.kind === "receive" ? previewPayment(contract, number, asks.amountCents) : null;
    if (isPreview && preview)
      return reply({ result: "preview", refused: { ...about, result: refuse({}), preview } }, 200);
    const outcome = await available(
      change({ contractId: contract._id, rev, number, change: asks, by, nonce }),
    );
    if (outcome === "missing") throw noInvoice();
    if (outcome === "done") return resultReply(CHANGED[asks.kind]);
    const errors = outcome === "too-much" ? { amount: ["More than is left on this invoice"] } : {};
    return reply({ result: outcome, refused: { ...about, result: refuse(errors), preview } }, 409);
  }

  /** As `openCheckout`. Throws an AppError `unavailable` while card payment is off. */
  async function pay({ _id }: StoredContract, number: string | null, page: string): Promise<string | null> {
    if (!stripe) throw new AppError("unavailable", "Stripe is switched off.");
    const paid = `${page}?${PAID_PARAM}=${PAID.returned}`;
    return openCheckout({ ...deps, stripe }, _id, number, { paid, unpaid: page });
  }

  /** Records the card payments of a contract's invoices and emails its client. Throws Stripe's and the store's errors. */
  async function settle(id: string): Promise<void> {
    const known = stripe && (await reconcileContract(deps, stripe, id));
    if (!known) return;
    await emails.send(known.contract);
    await issueWaiting(known.contract);
  }

  const steps: readonly BillingStep[] = [
    // First, because what they ask may keep the next invoice back.
    { name: "overdue invoices", where: UNPAID, run: (id) => remindOverdue(deps, id) },
    { name: "invoices", where: NOT_INVOICED, run: issueMissing },
    ...(stripe ? [{ name: "invoices paid by card", where: PAYING, run: settle }] : []),
  ];

  return {
    steps,
    issueMissing,
    view,
    change,
    pay,
    settle,

    /** Returns all invoices, or all payments and refunds, as a file. Throws a 503 Response when the store does not answer. */
    export: (what: AccountExport, format: ExportFormat) =>
      available(
        what === "invoices"
          ? exportInvoices(readClient, clock(), format)
          : exportPayments(readClient, deps.secret, format),
      ),

    /** Returns the invoices of a contract for admins. Throws like `requireContract`. */
    async load(id: string | undefined) {
      const contract = await requireContract(id);
      const today = dateOf(clock());
      const { contactInfo } = contract;
      return {
        id: contract._id,
        /** The revision of the contract that the page shows. */
        rev: contract._rev,
        client: clientName(contactInfo),
        invoices: listInvoices(contract, today),
        /** What is still to pay of an order whose invoices the owner sends; null where this site makes them. */
        ownOpenCents: isOwnInvoiced(contract) ? ownOpenCents(contract) : null,
        creditCents: creditCents(contract),
        hasNextInvoice: hasNextInvoice(contract),
        hold: holdOf(contract),
        /** Whether emails can be sent to this client. */
        canSend: contactInfo.email !== "",
        today,
        nonce: randomUUID() as string,
      };
    },

    requireContract,

    /** Returns an invoice for admins; null when the contract has no such one. Throws like `requireContract`. */
    async viewFor(id: string | undefined, number: string): Promise<InvoiceView | null> {
      const contract = await requireContract(id);
      return available(view(contract, number));
    },

    /**
     * Receives a form of the page where admins change invoices; who may not change them only records payments. Throws a Response:
     * 400 for a form that is none of ours, 403, 404 when there is no such contract or invoice, 503 when the store does not answer.
     */
    receive: (
      request: Request,
      id: string | undefined,
      { by, mayChange }: { by: string; mayChange: boolean },
    ) =>
      receiveForm(request, FORM, async ({ form }): Promise<Reply<InvoiceChange>> => {
        const intent = String(form.get("intent"));
        const asked = isHoldReply(intent) ? { kind: intent } : readInvoiceForm(form, clock());
        if (!asked) throw new Response("Unknown change.", { status: 400 });
        const isPayment = intent === "receive" || intent === PREVIEW;
        if (!isPayment && !mayChange) throw new Response("Your role does not include this.", { status: 403 });
        const contract = await requireContract(id);
        switch (asked.kind) {
          case "send":
            return sendAgain(contract, asked);
          case "change":
            return changeAs(contract, asked, by);
          case "invalid": {
            const about = { intent: isPayment ? "receive" : intent, number: asked.number };
            return reply({ result: "invalid", refused: { ...about, result: asked.result } }, 422);
          }
          default: {
            const result = await available(hold(contract._id, HOLD_REPLIES[asked.kind], by));
            return resultReply(result, result === "conflict" ? 409 : 200);
          }
        }
      }),
  };
}

/** The page of a contract's invoices. */
export type InvoicesPage = Awaited<ReturnType<ReturnType<typeof createInvoices>["load"]>>;
