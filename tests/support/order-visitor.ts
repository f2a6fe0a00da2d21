import type { PaymentAnswer } from "../../app/contracts/payment-request.server.ts";
import type { OrderOutcome } from "../../app/contracts/order-outcome.ts";
import { billingOf, CARDS, cardMethod, confirmIntent, orderForm } from "./order-desk.ts";

/** What a visitor's browser does with a running site and Stripe, one step at a time (app/contracts/use-order.ts). */
export interface OrderVisitor {
  id: string;
  /** Every step may be taken again; one whose server is killed meanwhile answers null. */
  order(): Promise<OrderOutcome | null>;
  intent(): Promise<PaymentAnswer | null>;
  confirm(): Promise<void>;
  comeBack(): Promise<string | null>;
  /** The whole way from the kept draft: what somebody does who found the page broken and tries again. */
  startOver(): Promise<void>;
}

async function post<Body>(url: string, body: BodyInit, type?: string): Promise<Body | null> {
  try {
    const headers = type ? { "content-type": type } : {};
    return (await (await fetch(url, { method: "POST", body, headers })).json()) as Body;
  } catch {
    return null;
  }
}

/** A visitor of `origin` with a filled-in order form and a good card. */
export function orderVisitor(
  origin: string,
  stripeOrigin: string,
  fields: Record<string, string>,
): OrderVisitor {
  const form = orderForm(fields);
  const id = String(form.get("submissionId"));
  let dueToday = 0;
  let secret = "";

  const visitor: OrderVisitor = {
    id,
    async order() {
      const outcome = await post<OrderOutcome>(`${origin}/api/order`, form);
      if (outcome?.status === "placed") dueToday = outcome.dueTodayCents;
      return outcome;
    },
    async intent() {
      const request = JSON.stringify({ ...billingOf(id), amount: dueToday });
      const answer = await post<PaymentAnswer>(`${origin}/api/payment-intent`, request, "application/json");
      if (answer && "clientSecret" in answer) secret = answer.clientSecret;
      return answer;
    },
    async confirm() {
      await confirmIntent(stripeOrigin, secret, await cardMethod(stripeOrigin, CARDS.good));
    },
    async comeBack() {
      const body = new URLSearchParams({ submissionId: id });
      return (await post<{ status: string }>(`${origin}/api/order/confirm`, body))?.status ?? null;
    },
    async startOver() {
      const outcome = await visitor.order();
      if (outcome?.status !== "placed")
        throw new Error(`The order was not taken: ${JSON.stringify(outcome)}`);
      if (outcome.paid) return;
      await visitor.intent();
      await visitor.confirm();
      await visitor.comeBack();
    },
  };
  return visitor;
}
