import { contractMessages } from "./messages.ts";

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
export async function requestPayment(
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
