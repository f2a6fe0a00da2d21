import type { ContractIntent, OrderResult } from "../../app/contracts/order/contract-action.ts";
import { choicesIn } from "../../app/contracts/order/form-values.ts";
import type { PaymentResult } from "../../app/contracts/order/payment-request.server.ts";
import {
  billingOf,
  CARDS,
  cardMethod,
  confirmIntent,
  orderForm,
  type PlacedOrder,
} from "./contract-harness.ts";
import { actionResult } from "./form-posts.ts";

/** A visitor's browser at a running site and Stripe, one step at a time (app/contracts/order/use-order.ts). */
export interface OrderVisitor {
  id: string;
  /** Every step may be repeated. Returns null when the server is killed meanwhile. */
  order(): Promise<OrderResult | null>;
  intent(): Promise<PaymentResult | null>;
  confirm(): Promise<void>;
  comeBack(): Promise<string | null>;
  /** Repeats all steps from the saved draft, as a visitor after an error page. */
  startOver(): Promise<void>;
}

/** Posts to the contract page's action as its scripts do. */
async function send<Result>(origin: string, intent: ContractIntent, form: FormData): Promise<Result | null> {
  form.set("intent", intent);
  try {
    return await actionResult<Result>(await fetch(`${origin}/contract.data`, { method: "POST", body: form }));
  } catch {
    return null;
  }
}

/** Returns a visitor of `origin` with a complete order form and a valid card. */
export function orderVisitor(
  origin: string,
  stripeOrigin: string,
  fields: Record<string, string>,
): OrderVisitor {
  const form = orderForm(fields);
  const id = String(form.get("submissionId"));
  let placed: PlacedOrder | null = null;
  let secret = "";

  const visitor: OrderVisitor = {
    id,
    async order() {
      const outcome = await send<OrderResult>(origin, "place", form);
      if (outcome?.status === "placed") placed = outcome;
      return outcome;
    },
    async intent() {
      if (!placed) return null;
      const method = await cardMethod(stripeOrigin, CARDS.good);
      const billing = billingOf(placed, choicesIn(form), method);
      const request = JSON.stringify({ ...billing, amount: placed.dueTodayCents });
      const headers = { "content-type": "application/json" };
      const url = `${origin}/api/payment-intent`;
      const answer = await fetch(url, { method: "POST", body: request, headers })
        .then((response) => response.json() as Promise<PaymentResult>)
        .catch(() => null);
      if (answer && "clientSecret" in answer) secret = answer.clientSecret;
      return answer;
    },
    async confirm() {
      await confirmIntent(stripeOrigin, secret, await cardMethod(stripeOrigin, CARDS.good));
    },
    async comeBack() {
      const confirmed = new FormData();
      confirmed.set("submissionId", id);
      return (await send<{ contractStatus: string }>(origin, "confirm", confirmed))?.contractStatus ?? null;
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
