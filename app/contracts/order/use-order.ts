import { useRef, useState } from "react";
import { contractMessages, paymentFailed, withoutAdvice } from "../../model/contracts/messages.ts";
import { CURRENCY } from "../../model/contracts/money.ts";
import { useContractAction, type SendIntent, type OrderResult } from "./contract-action.ts";
import type { PaymentBody } from "./payment-request.server.ts";

/** The part of the payment request that is not the contract; `offer` is the token of the private link, for an adminContract. */
type CardDetails = Pick<PaymentBody, "email" | "name" | "services" | "offer">;

/** Longer than the timeouts of server and Stripe. Sending again is safe: it is the same charge. */
const TIMEOUT_MS = 60_000;

/** Asks for the client secret of a stored order. Never rejects. */
async function requestPayment(request: PaymentBody): Promise<{ clientSecret: string } | { error: string }> {
  try {
    const response = await fetch("/api/payment-intent", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(request),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const answer = (await response.json()) as { clientSecret?: string; error?: string } | null;
    if (answer?.clientSecret) return { clientSecret: answer.clientSecret };
    return { error: answer?.error ?? contractMessages.intentFailed };
  } catch {
    return { error: contractMessages.intentFailed };
  }
}

/** The card form once Stripe.js is loaded. Errors are texts for the visitor. */
export interface CardHandle {
  /** Returns the errors of the fields around the card; null when there are none. */
  missing(): CardErrors | null;
  createPaymentMethod(): Promise<{ id: string } | { error: string }>;
  confirm(clientSecret: string, paymentMethodId: string): Promise<{ error: string } | null>;
}

/** Errors of the card form's own fields. */
export type CardErrors = Partial<Record<"name" | "email" | "zip", string>>;

type Placed = Extract<OrderResult, { status: "placed" }>;

export type OrderState =
  | { phase: "idle" }
  | { phase: "submitting" }
  | {
      phase: "rejected";
      attempt: number;
      message: string;
      outcome?: OrderResult;
      cardError?: string;
      cardErrors?: CardErrors;
    }
  | { phase: "done"; placed: Placed };

/** Returns whether the contract is paid by now; null when the server could not tell. */
async function askWhetherPaid(send: SendIntent, submissionId: string): Promise<boolean | null> {
  const form = new FormData();
  form.set("submissionId", submissionId);
  const result = await send("confirm", form);
  return result.status === "confirmed" ? result.contractStatus === "completed" : null;
}

async function payByCard(
  send: SendIntent,
  card: CardHandle,
  methodId: string,
  placed: Placed,
  details: CardDetails,
): Promise<string | null> {
  const intent = await requestPayment({
    ...details,
    amount: placed.dueTodayCents,
    currency: CURRENCY,
    paymentMethodId: methodId,
    submissionId: placed.submissionId,
    confirmation: placed.confirmation,
  });
  if ("error" in intent) return intent.error;
  const rejected = await card.confirm(intent.clientSecret, methodId);
  const paid = await askWhetherPaid(send, placed.submissionId);
  // Without our server Stripe's result counts: the webhook updates the contract later.
  return rejected && !paid ? rejected.error : paid === false ? "The payment was not completed" : null;
}

/**
 * Submits the order: stores it first, charges the card second. One submit at a time; a failure keeps the form and its
 * submission id, so that trying again continues the same order.
 */
export function useOrder(getCard: () => CardHandle | null) {
  const [state, setState] = useState<OrderState>({ phase: "idle" });
  const send = useContractAction();
  const busy = useRef(false);
  const attempt = useRef(0);

  function reject(
    message: string,
    more: { outcome?: OrderResult; cardError?: string; cardErrors?: CardErrors } = {},
  ) {
    attempt.current += 1;
    setState({ phase: "rejected", attempt: attempt.current, message, ...more });
  }

  function rejectPayment(error: string) {
    if (error === contractMessages.cardUnavailable) reject(error);
    else reject(paymentFailed(error), { cardError: withoutAdvice(error) });
  }

  async function run(form: FormData, details: CardDetails): Promise<void> {
    const byCard = form.get("paymentMethod") === "stripe";
    // Contact, terms and services come before the card (docs/decisions.md, "Contract").
    const checked = byCard ? await send("check", form) : null;
    if (checked && checked.status !== "checked") return reject(checked.message, { outcome: checked });
    const card = byCard ? getCard() : null;
    if (byCard && !card) return reject(contractMessages.cardNotReady);
    const cardErrors = card?.missing();
    if (cardErrors) return reject(Object.values(cardErrors)[0] ?? "", { cardErrors });
    const method = card ? await card.createPaymentMethod() : null;
    if (method && "error" in method) return rejectPayment(method.error);
    const outcome = await send("place", form);
    if (outcome.status !== "placed") return reject(outcome.message, { outcome });
    if (card && method && !outcome.paid && outcome.paymentMethod === "stripe") {
      const error = await payByCard(send, card, method.id, outcome, details);
      if (error) return rejectPayment(error);
    }
    setState({ phase: "done", placed: outcome });
  }

  async function submit(form: FormData, details: CardDetails): Promise<void> {
    if (busy.current) return;
    busy.current = true;
    setState({ phase: "submitting" });
    try {
      await run(form, details);
    } finally {
      busy.current = false;
    }
  }

  return { state, submit };
}
