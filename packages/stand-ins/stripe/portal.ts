import { outcomeOf } from "./cards.ts";
import { replaceCard } from "./customers.ts";
import { invalid } from "./errors.ts";
import { nested, required, text, type Params } from "./params.ts";
import { createPaymentMethod } from "./payment-methods.ts";
import { newId, type StripeObject, type StripeState } from "./state.ts";

/** POST /v1/billing_portal/sessions */
export function createPortalSession(state: StripeState, params: Params, origin: string): StripeObject {
  const flow = text(nested(params, "flow_data"), "type");
  if (flow !== "payment_method_update")
    throw invalid("flow_data[type]", "This double only knows payment_method_update.");
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

const escape = (text: string): string => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");

/** Returns the portal's page, or where it leads once the card is replaced. */
export function portalPage(
  state: StripeState,
  { method, path, params }: { method: string; path: string; params: Params },
): { location: string } | { html: string } {
  const session = state.find(path.split("/").at(-1) ?? "", "billing_portal.session");
  if (!session) return { html: "<!doctype html><title>No such session</title><h1>No such session</h1>" };
  const back = String(session.return_url);
  const number = text(params, "number") ?? "";
  const known = outcomeOf(number) !== undefined;
  if (method === "POST" && known) {
    const card = createPaymentMethod(state, { card: { number } });
    replaceCard(state, state.get(session.customer, "customer"), card);
    return { location: String(session._saved_url ?? back) };
  }
  const error = method === "POST" ? `<p role="alert">Your card number is incorrect.</p>` : "";
  return {
    html: `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Test portal</title>
<meta name="viewport" content="width=device-width"><h1>Update your card</h1>${error}
<form method="post"><label>Card number <input name="number" autocomplete="off"></label> <button>Save</button></form>
<p><a href="${escape(back)}">Return</a></p></html>`,
  };
}
