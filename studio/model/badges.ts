import type { PaymentState } from "../../app/model/contracts/contract-document.ts";
import { PAYMENT_LABELS, PAYMENT_STATE_LABELS } from "../../app/model/contracts/payment-state.ts";
import { spamReasonText } from "../../app/model/spam.ts";
import { statusOf, STATUS_LABELS } from "../../app/model/admin-status.ts";
import { inboxOf } from "./kinds.ts";

export interface Badge {
  label: string;
  title: string;
  color?: "primary" | "success" | "warning" | "danger";
}

const states: Record<PaymentState, Omit<Badge, "label">> = {
  waiting: { title: "The client has not paid by card yet", color: "warning" },
  due: { title: "Something is still to be paid", color: "warning" },
  paid: { title: "All that was due has been paid", color: "success" },
  overdue: { title: "An invoice is past its due date", color: "danger" },
  failed: { title: "The card was refused", color: "danger" },
  refunded: { title: "All of it was paid back" },
  cancelled: { title: "The services have ended" },
};

/** New is a primary badge, every other status a plain one (docs/specification.md, section 4). */
function status(document: Record<string, unknown>): Badge {
  const value = statusOf(document.adminStatus);
  const badge = { label: STATUS_LABELS[value], title: `Status: ${STATUS_LABELS[value]}` };
  return value === "new" ? { ...badge, color: "primary" } : badge;
}

function isPaymentState(value: unknown): value is PaymentState {
  return typeof value === "string" && Object.hasOwn(states, value);
}

function payment(document: Record<string, unknown>): Badge[] {
  const { disputed, refundedAmount } = (document.payment ?? {}) as Record<string, unknown>;
  const state = document.paymentState;
  const known = isPaymentState(state) && { label: PAYMENT_STATE_LABELS[state], ...states[state] };
  return [
    ...(known ? [known] : []),
    ...(disputed === true
      ? [{ label: "Disputed", title: "The client disputes the charge", color: "danger" as const }]
      : []),
    ...(Number(refundedAmount) > 0 && state !== "refunded"
      ? [
          {
            label: PAYMENT_LABELS["partly-refunded"],
            title: "Some of it was paid back",
            color: "warning" as const,
          },
        ]
      : []),
  ];
}

/** A program hardly pays: a completed contract is not suspected any more. */
function suspicion({ suspected, status }: Record<string, unknown>): Badge[] {
  const title = typeof suspected === "string" && status !== "completed" ? spamReasonText(suspected) : null;
  return title ? [{ label: "Suspected", title, color: "warning" }] : [];
}

/** Returns the badges of a document, most important first. */
export function badgesOf(document: Record<string, unknown> & { _type: string }): Badge[] {
  const inbox = inboxOf(document._type);
  if (inbox)
    return [...(inbox.hasStatus ? [status(document)] : []), ...suspicion(document), ...payment(document)];
  if (document._type === "orderService" && document.active === false)
    return [{ label: "Not for sale", title: "The order form does not offer it", color: "warning" }];
  if (document._type === "post" && String(document.publishedAt) > new Date().toISOString())
    return [{ label: "Waits for its date", title: "The site shows it from its date on", color: "primary" }];
  return [];
}
