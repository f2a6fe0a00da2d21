import { invalid, missing } from "./errors.ts";
import { nested, text, type Params } from "./params.ts";
import { newId, type StripeObject, type StripeState } from "./state.ts";

const MAX_PHONE_LENGTH = 20;

/** POST /v1/customers */
export function createCustomer(state: StripeState, params: Params): StripeObject {
  if ((text(params, "phone") ?? "").length > MAX_PHONE_LENGTH)
    throw invalid("phone", `Invalid string; must be at most ${MAX_PHONE_LENGTH} characters`);
  return state.put({
    id: newId("cus"),
    object: "customer",
    created: state.now(),
    email: text(params, "email") ?? null,
    name: text(params, "name") ?? null,
    phone: text(params, "phone") ?? null,
    invoice_settings: { default_payment_method: null },
    metadata: nested(params, "metadata"),
  });
}

/** POST /v1/customers/:id */
export function updateCustomer(state: StripeState, customer: StripeObject, params: Params): StripeObject {
  for (const name of ["email", "name"]) if (text(params, name)) customer[name] = text(params, name);
  const method = text(nested(params, "invoice_settings"), "default_payment_method");
  if (method !== undefined) setDefaultMethod(state, customer, method);
  state.emit("customer.updated", customer);
  return customer;
}

function setDefaultMethod(state: StripeState, customer: StripeObject, id: string): void {
  if (id && state.get(id, "payment_method").customer !== customer.id) throw missing(id);
  customer.invoice_settings = { default_payment_method: id || null };
}

/** Saves a payment method for charges that the customer is not present for. */
export function attachMethod(state: StripeState, method: StripeObject, customer: unknown): void {
  if (method.customer === customer) return;
  method.customer = customer;
  state.emit("payment_method.attached", method);
}

/** Makes a saved card the one that is charged where a subscription names none. */
export function replaceCard(state: StripeState, customer: StripeObject, method: StripeObject): void {
  attachMethod(state, method, customer.id);
  setDefaultMethod(state, customer, method.id);
  state.emit("customer.updated", customer);
}
