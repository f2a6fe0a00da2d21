import { contractMessages, paymentFailed } from "./messages.ts";
import { useRef, useState } from "react";
import { useContractAction, type SendIntent, type OrderOutcome } from "./contract-action.ts";

/** Body of `POST /api/payment-intent` (docs/specification.md, section 7). `amount` in cents. */
export interface PaymentRequest {
  amount: number;
  currency: "usd";
  paymentMethodId: string;
  email: string;
  name: string;
  services: Record<string, unknown>;
  submissionId: string;
  /** The end of the private link, for a contract that was made for the client. */
  offer?: string;
}

/** Longer than the server and Stripe take to give up. Sent again, it is still one charge. */
const TIMEOUT_MS = 60_000;

/** Asks for the client secret of a stored order. Never rejects. */
async function requestPayment(
  request: PaymentRequest,
): Promise<{ clientSecret: string } | { error: string }> {
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

/** What the card form can do once Stripe.js is there. Both answer the provider's words when the card is refused. */
export interface CardHandle {
  /** What is missing in the fields around the card, by field; null when nothing is. */
  missing(): CardErrors | null;
  createPaymentMethod(): Promise<{ id: string } | { error: string }>;
  confirm(clientSecret: string, paymentMethodId: string): Promise<{ error: string } | null>;
}

/** Errors of the card form's own fields. */
export type CardErrors = Partial<Record<"name" | "email" | "zip", string>>;

type Placed = Extract<OrderOutcome, { status: "placed" }>;

export type OrderState =
  | { phase: "idle" }
  | { phase: "submitting" }
  | {
      phase: "refused";
      attempt: number;
      message: string;
      outcome?: OrderOutcome;
      cardError?: string;
      cardErrors?: CardErrors;
    }
  | { phase: "done"; placed: Placed };

/** What the payment request says besides the order's own content. */
export interface BillingClaim {
  email: string;
  name: string;
  services: Record<string, unknown>;
  /** The end of the private link, for a contract that was made for the client. */
  offer?: string;
}

/** Whether the contract is paid by now; null when nobody could say. */
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
  claim: BillingClaim,
): Promise<string | null> {
  const intent = await requestPayment({
    ...claim,
    amount: placed.dueTodayCents,
    currency: "usd",
    paymentMethodId: methodId,
    submissionId: placed.submissionId,
  });
  if ("error" in intent) return intent.error;
  const refused = await card.confirm(intent.clientSecret, methodId);
  const paid = await askWhetherPaid(send, placed.submissionId);
  // Stripe's own answer counts when our server could not be asked: the webhook will bring the order in line.
  return refused && !paid ? refused.error : paid === false ? "The payment was not completed" : null;
}

/**
 * The way of an order from the button to the thank-you page: order first, charge second. One submit at a time; every
 * failure keeps the form and its submission id, so trying again continues the same order.
 */
export function useOrder(getCard: () => CardHandle | null) {
  const [state, setState] = useState<OrderState>({ phase: "idle" });
  const send = useContractAction();
  const busy = useRef(false);
  const attempt = useRef(0);

  function refuse(
    message: string,
    more: { outcome?: OrderOutcome; cardError?: string; cardErrors?: CardErrors } = {},
  ) {
    attempt.current += 1;
    setState({ phase: "refused", attempt: attempt.current, message, ...more });
  }

  async function run(form: FormData, claim: BillingClaim): Promise<void> {
    const byCard = form.get("paymentMethod") === "stripe";
    const card = byCard ? getCard() : null;
    if (byCard && !card) return refuse(contractMessages.cardNotReady);
    const cardErrors = card?.missing();
    if (cardErrors) return refuse(Object.values(cardErrors)[0] ?? "", { cardErrors });
    const method = card ? await card.createPaymentMethod() : null;
    if (method && "error" in method) return refuse(paymentFailed(method.error), { cardError: method.error });
    const outcome = await send("place", form);
    if (outcome.status !== "placed") return refuse(outcome.message, { outcome });
    if (card && method && !outcome.paid && outcome.paymentMethod === "stripe") {
      const error = await payByCard(send, card, method.id, outcome, claim);
      if (error) return refuse(paymentFailed(error), { cardError: error });
    }
    setState({ phase: "done", placed: outcome });
  }

  async function submit(form: FormData, claim: BillingClaim): Promise<void> {
    if (busy.current) return;
    busy.current = true;
    setState({ phase: "submitting" });
    try {
      await run(form, claim);
    } finally {
      busy.current = false;
    }
  }

  return { state, submit, reset: () => setState({ phase: "idle" }) };
}
