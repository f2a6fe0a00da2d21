import { parseWithZod } from "@conform-to/zod/v4";
import type { SubmissionResult } from "@conform-to/react";
import type { OrderInput } from "./contract-document.ts";
import type { OrderFeatures } from "../content/queries/order.ts";
import { TRAP_FIELDS } from "../submissions/trap/trap-names.ts";
import { ADDRESS, CONTACT } from "./form-shape.ts";
import { contractMessages } from "./messages.ts";
import { contractSchema } from "./schema.server.ts";
import { normalCode } from "./coupon.ts";
import { checkSignature } from "./signature.ts";
import {
  choicesOf,
  recurringServiceIds,
  serviceIds,
  toContractServices,
  type ContractServices,
} from "./services.ts";

export const CLIENT_FIELDS = [
  ...CONTACT.map((name) => `contactInfo.${name}`),
  ...ADDRESS.map((name) => `contactInfo.address.${name}`),
];

/** Every field that an order form may hold: all that the server reads of one. */
export const ORDER_FIELDS: readonly string[] = [
  ...CLIENT_FIELDS,
  ...serviceIds.map((id) => `services.${id}.selected`),
  ...recurringServiceIds.map((id) => `services.${id}.paymentFrequency`),
  "submissionId",
  "intent",
  "paymentMethod",
  "agreedToTerms",
  "signature",
  "couponCode",
  "wish",
  "claimedTotal",
  ...TRAP_FIELDS,
];

export interface ParsedOrder {
  submissionId: string;
  input: OrderInput;
  claimedTotal: number | undefined;
}

interface Refused {
  ok: false;
  message: string;
  result: SubmissionResult;
}

type Refuse = (message: string, fieldErrors: Record<string, string[]>) => Refused;

type Parsed = { ok: true; order: ParsedOrder; refuse: Refuse } | Refused;

/** Which parts of the form are switched on; what a client sends of the others is dropped. */
export type FormFeatures = Pick<OrderFeatures, "signature" | "coupons" | "customServices">;

const CONTACT_FIELDS = [
  "contactInfo.firstName",
  "contactInfo.lastName",
  "contactInfo.phone",
  "contactInfo.email",
];

/**
 * Checks a posted order in the order of decisions.md "Contract": contact, terms, services. `message` is the text of the
 * first check that fails; `result` carries the errors of the single fields. `refuse` answers the form with an error that
 * is found later. `fixed` are services that are not the client's to choose.
 */
export function parseOrder(form: FormData, features: FormFeatures, fixed?: ContractServices): Parsed {
  const submission = parseWithZod(form, { schema: contractSchema });
  if (submission.status !== "success") {
    const errors = submission.error ?? {};
    const contactMissing = CONTACT_FIELDS.some((field) => errors[field]);
    const message = contactMissing
      ? contractMessages.contactMissing
      : (Object.values(errors)[0]?.[0] ?? contractMessages.submitFailed);
    return { ok: false, message, result: submission.reply({ formErrors: [message] }) };
  }
  const {
    submissionId,
    contactInfo,
    paymentMethod,
    signature,
    agreedToTerms,
    claimedTotal,
    services: raw,
    couponCode,
    wish,
  } = submission.value;
  const refuse: Refuse = (message, fieldErrors) => ({
    ok: false,
    message,
    result: submission.reply({ formErrors: [message], fieldErrors }),
  });
  if (!agreedToTerms) {
    const message =
      paymentMethod === "invoice" ? contractMessages.termsMissingInvoice : contractMessages.termsMissing;
    return refuse(message, { agreedToTerms: [message] });
  }
  const services = fixed ?? toContractServices(raw);
  if (!fixed && choicesOf(services).length === 0)
    return refuse(contractMessages.noService, { services: [contractMessages.noService] });
  const signed = checkSignature(features.signature, signature);
  if (signed.error) return refuse(signed.error, { signature: [signed.error] });
  return {
    ok: true,
    order: {
      submissionId,
      claimedTotal,
      input: {
        contactInfo,
        services,
        paymentMethod,
        signature: signed.value,
        couponCode: features.coupons ? normalCode(couponCode) : "",
        wish: features.customServices ? wish : "",
      },
    },
    refuse,
  };
}
