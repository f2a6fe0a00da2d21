import { outcomeOf } from "./cards.ts";
import { replaceCard } from "./customers.ts";
import { invalid } from "./errors.ts";
import { cardPage, idOf, notice, type Page, type PageRequest } from "./pages.ts";
import { nested, required, text, type Params } from "./params.ts";
import { createPaymentMethod } from "./payment-methods.ts";
import type { Place } from "./route-table.ts";
import { newId, type StripeObject, type StripeState } from "./state.ts";

/** POST /v1/billing_portal/sessions */
export function createPortalSession(state: StripeState, params: Params, { origin }: Place): StripeObject {
  const flow = text(nested(params, "flow_data"), "type");
  if (flow !== "payment_method_update")
    throw invalid("flow_data[type]", "This stand-in only knows payment_method_update.");
  const id = newId("bps");
  return state.put({
    id,
    object: "billing_portal.session",
    created: state.now(),
    customer: state.get(required(params, "customer"), "customer").id,
    flow: { type: flow },
    livemode: false,
    return_url: text(params, "return_url") ?? null,
    // Where a saved card leads, with `after_completion`.
    _saved_url: text(
      nested(nested(nested(params, "flow_data"), "after_completion"), "redirect"),
      "return_url",
    ),
    url: `${origin}/portal/${id}`,
  });
}

/** Returns the portal's page, or where it leads once the card is replaced. */
export function portalPage(state: StripeState, request: PageRequest): Page {
  const session = state.find(idOf(request), "billing_portal.session");
  if (!session) return notice("No such session");
  const number = text(request.params, "number") ?? "";
  const isSent = request.method === "POST";
  if (isSent && outcomeOf(number) !== undefined) {
    const card = createPaymentMethod(state, { card: { number } });
    replaceCard(state, state.get(session.customer, "customer"), card);
    return { location: String(session._saved_url ?? session.return_url) };
  }
  return cardPage("Test portal", "Update your card", {
    action: "Save",
    error: isSent ? "Your card number is incorrect." : "",
    back: [session.return_url, "Return"],
  });
}
