import type { Coupon } from "./coupon.ts";
import { contractMessages } from "./messages.ts";
import type { OrderOutcome } from "./order-outcome.ts";

/** What the browser says of an order when it asks for the payment (specification 7). `amount` in cents. */
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

/** Milliseconds; the server and Stripe give up before. What was asked twice is still one order and one charge. */
const TIMEOUT = 60_000;

function post(path: string, body: FormData | URLSearchParams | string): Promise<Response> {
  const headers = typeof body === "string" ? { "content-type": "application/json" } : undefined;
  return fetch(path, {
    method: "POST",
    body,
    ...(headers ? { headers } : {}),
    signal: AbortSignal.timeout(TIMEOUT),
  });
}

async function readJson<Body>(response: Response): Promise<Body | null> {
  try {
    return (await response.json()) as Body;
  } catch {
    return null;
  }
}

const failed: OrderOutcome = { status: "failed", message: contractMessages.submitFailed };

/** Posts the order; a lost connection or an unreadable answer is a failure that may be tried again with the same id. */
export async function postOrder(form: FormData): Promise<OrderOutcome> {
  try {
    const response = await post("/api/order", form);
    return (await readJson<OrderOutcome>(response)) ?? failed;
  } catch {
    return failed;
  }
}

/** What a coupon code is worth; null when it is worth nothing, undefined when nobody could say. */
export async function checkCoupon(code: string): Promise<Coupon | null | undefined> {
  try {
    const response = await post("/api/order/coupon", new URLSearchParams({ code }));
    return (await readJson<{ coupon?: Coupon | null }>(response))?.coupon;
  } catch {
    return undefined;
  }
}

/** Asks for the client secret of a stored order. */
export async function requestPayment(
  request: PaymentRequest,
): Promise<{ clientSecret: string } | { error: string }> {
  try {
    const response = await post("/api/payment-intent", JSON.stringify(request));
    const answer = await readJson<{ clientSecret?: string; error?: string }>(response);
    if (answer?.clientSecret) return { clientSecret: answer.clientSecret };
    return { error: answer?.error ?? contractMessages.intentFailed };
  } catch {
    return { error: contractMessages.intentFailed };
  }
}

/** Has the server look at Stripe and bring the order in line. True when it is paid; null when nobody answered. */
export async function confirmOrder(submissionId: string, offer = ""): Promise<boolean | null> {
  try {
    const response = await post("/api/order/confirm", new URLSearchParams({ submissionId, offer }));
    const answer = await readJson<{ status?: string }>(response);
    return answer?.status ? answer.status === "completed" : null;
  } catch {
    return null;
  }
}
