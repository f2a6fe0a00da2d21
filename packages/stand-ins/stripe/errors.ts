export interface StripeErrorFields {
  type: "invalid_request_error" | "card_error" | "idempotency_error" | "api_error" | "authentication_error";
  message: string;
  code?: string;
  doc_url?: string;
  decline_code?: string;
  param?: string;
  payment_intent?: unknown;
}

/** An error response as stripe-node and Stripe.js expect it. */
export class StripeFailure extends Error {
  readonly status: number;
  readonly fields: StripeErrorFields;

  constructor(status: number, fields: StripeErrorFields) {
    super(fields.message);
    this.status = status;
    this.fields = fields;
  }
}

export function missing(id: string): StripeFailure {
  return new StripeFailure(404, {
    type: "invalid_request_error",
    code: "resource_missing",
    param: "id",
    message: `No such object: '${id}'`,
  });
}

export function invalid(param: string, message: string, code?: string): StripeFailure {
  return new StripeFailure(400, { type: "invalid_request_error", ...(code ? { code } : {}), param, message });
}

/** Stripe's error for a parameter that a call does not have. */
export function unknown(param: string): StripeFailure {
  return new StripeFailure(400, {
    type: "invalid_request_error",
    code: "parameter_unknown",
    doc_url: "https://stripe.com/docs/error-codes/parameter-unknown",
    param,
    message: `Received unknown parameter: ${param}`,
  });
}
