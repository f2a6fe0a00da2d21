import { z } from "zod";
import { contractMessages } from "./messages.ts";
import {
  recurringServiceIds,
  serviceIds,
  choicesOf,
  toContractServices,
  type ContractServices,
} from "./services.ts";
import { paymentFrequencies } from "./frequency.ts";
import { LONG_TEXT, manyLines, oneLine, phoneNumber, SHORT_TEXT } from "../submissions/typed-text.ts";
import { parseWithZod } from "@conform-to/zod/v4";
import type { SubmissionResult } from "@conform-to/react";
import type { ContactInfo, ContractInput } from "./contract-document.ts";
import type { OrderFeatures } from "./order-query.ts";
import { SPAM_FIELDS } from "../submissions/spam/spam.ts";
import { fieldSchema } from "../submissions/field-schema.server.ts";
import type { SubmissionField } from "../submissions/field.ts";
import { clientFields, splitContactInfo } from "./form-values.ts";
import { normalCode } from "./coupon.ts";

export const SIGNATURE_BYTES = 200_000;

const short = z
  .string()
  .overwrite(oneLine)
  .max(SHORT_TEXT, `Please use at most ${SHORT_TEXT} characters`)
  .default("");
/** conform reads a ticked box as true and leaves an unticked one out. */
const checkbox = z.boolean().default(false);

const service = z.object({ selected: checkbox }).default({ selected: false });
const recurringService = z
  .object({ selected: checkbox, paymentFrequency: z.enum(paymentFrequencies).default("monthly") })
  .default({ selected: false, paymentFrequency: "monthly" });

const services = z.object(
  Object.fromEntries(
    serviceIds.map((id) => [
      id,
      (recurringServiceIds as readonly string[]).includes(id) ? recurringService : service,
    ]),
  ),
);

/** Fewest digits of a telephone number. */
const PHONE_DIGITS = 7;

/** Whether a text is a telephone number. An empty one is the business of `required`. */
const isPhoneNumber = (text: string) => text === "" || text.replaceAll(/\D/g, "").length >= PHONE_DIGITS;

function clientFieldSchema(field: SubmissionField) {
  const schema = fieldSchema(field) as z.ZodType<string>;
  if (field.name !== "phone") return schema;
  return schema.overwrite(phoneNumber).refine(isPhoneNumber, contractMessages.phoneInvalid);
}

function contactInfoSchema({ phoneOptional }: { phoneOptional: boolean }): z.ZodType<ContactInfo> {
  const { contact, address } = splitContactInfo((field) => {
    const { required: _required, ...optional } = field as SubmissionField;
    return clientFieldSchema(phoneOptional && field.name === "phone" ? optional : field);
  });
  return z.object({
    ...contact,
    address: z.object(address).prefault({}),
  }) as unknown as z.ZodType<ContactInfo>;
}

/** A client in the admin's form, where the telephone is optional. */
export const clientSchema = contactInfoSchema({ phoneOptional: true });

const contactInfo = contactInfoSchema({ phoneOptional: false });

/**
 * The order form (docs/specification.md, section 5). Fields that a visitor may not set (status, total, prices, custom
 * services) are not in the schema, so they are dropped.
 */
const contractSchema = z.object({
  submissionId: z.uuid({ error: contractMessages.submitFailed }),
  contactInfo,
  services: services.default(() => services.parse(Object.fromEntries(serviceIds.map((id) => [id, {}])))),
  paymentMethod: z.enum(["invoice", "stripe"]).default("invoice"),
  agreedToTerms: checkbox,
  /** A PNG drawn on the pad as a data URI, or a typed name. */
  signature: z.string().trim().max(SIGNATURE_BYTES, "The signature is too large").default(""),
  couponCode: short,
  /** The client's wish in free text. */
  wish: z
    .string()
    .overwrite(manyLines)
    .max(LONG_TEXT, `Please use at most ${LONG_TEXT} characters`)
    .default(""),
  /** The total in cents that the form showed: a claim, compared with the server's own. */
  claimedTotal: z.coerce.number().int().nonnegative().optional(),
});

/** Whether the order form has a signature: a site setting. */
export type SignatureMode = "off" | "optional" | "required";

const DRAWN = /^data:image\/png;base64,[A-Za-z0-9+/]+={0,2}$/;
/** Longest typed name, in characters. */
const TYPED = 200;

/** Returns the signature to store (a PNG as a data URI, or a typed name), or an error. */
export function checkSignature(mode: SignatureMode, posted: string): { value: string; error?: string } {
  if (mode === "off") return { value: "" };
  if (posted === "") {
    return mode === "required" ? { value: "", error: contractMessages.signatureMissing } : { value: "" };
  }
  const readable = posted.startsWith("data:") ? DRAWN.test(posted) : posted.length <= TYPED;
  return readable ? { value: posted } : { value: "", error: contractMessages.signatureInvalid };
}

export const CLIENT_FIELDS = clientFields.map(({ name }) => `contactInfo.${name}`);

/** Every field that the server reads from the contract page. */
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
  "edition",
  ...SPAM_FIELDS,
];

export interface ParsedForm {
  submissionId: string;
  input: ContractInput;
  claimedTotal: number | undefined;
}

interface Rejected {
  ok: false;
  message: string;
  result: SubmissionResult;
}

type Reject = (message: string, fieldErrors: Record<string, string[]>) => Rejected;

type Parsed = { ok: true; order: ParsedForm; reject: Reject } | Rejected;

/** Which parts of the form are switched on; posted fields of the others are dropped. */
export type FormFeatures = Pick<OrderFeatures, "signature" | "coupons" | "customServices">;

const CONTACT_FIELDS = [
  "contactInfo.firstName",
  "contactInfo.lastName",
  "contactInfo.phone",
  "contactInfo.email",
];

/**
 * Checks a posted form as docs/decisions.md, "Contract", orders it: contact, terms, services. `message` is the text of the
 * first check that fails; `result` carries the errors of the single fields. `reject` answers the form with an error that
 * is found later. `fixed` are services that the client cannot change.
 */
export function parseContractForm(form: FormData, features: FormFeatures, fixed?: ContractServices): Parsed {
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
  const reject: Reject = (message, fieldErrors) => ({
    ok: false,
    message,
    result: submission.reply({ formErrors: [message], fieldErrors }),
  });
  if (!agreedToTerms) {
    const message =
      paymentMethod === "invoice" ? contractMessages.termsMissingInvoice : contractMessages.termsMissing;
    return reject(message, { agreedToTerms: [message] });
  }
  const services = fixed ?? toContractServices(raw);
  if (!fixed && choicesOf(services).length === 0)
    return reject(contractMessages.noService, { services: [contractMessages.noService] });
  const signed = checkSignature(features.signature, signature);
  if (signed.error) return reject(signed.error, { signature: [signed.error] });
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
    reject,
  };
}
