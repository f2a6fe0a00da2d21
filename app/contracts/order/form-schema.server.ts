import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { z } from "zod";
import type { ContractInput } from "../../model/contracts/build-contract.ts";
import {
  clientFields,
  requiredFields,
  splitContactInfo,
  type ContactInfo,
} from "../../model/contracts/client-fields.ts";
import { type AgreedPolicy, isDrawn } from "../../model/contracts/contract-document.ts";
import { normalCode } from "../../model/contracts/coupon.ts";
import { paymentFrequencies, type PaymentFrequency } from "../../model/contracts/frequency.ts";
import { contractMessages, frequencyUnticked } from "../../model/contracts/messages.ts";
import {
  toContractServices,
  type ContractServices,
  type CatalogueEntry,
  type ServiceChoice,
} from "../../model/contracts/services.ts";
import type { SubmissionField } from "../../model/field.ts";
import { LONG_TEXT, SHORT_TEXT } from "../../model/text-lengths.ts";
import { manyLines, oneLine } from "../../model/typed-text.ts";
import { AppError } from "../../platform/errors.ts";
import type { FieldName } from "../../platform/http/form-body.server.ts";
import { fieldSchema, withZipOfState } from "../../submissions/field-schema.server.ts";
import { SPAM_FIELDS } from "../../submissions/spam/page-token.ts";
import { CONTRACT_INTENTS, type ContractIntent } from "./contract-action.ts";
import { choicesIn } from "./form-values.ts";
import type { OrderFeatures } from "./order-query.ts";

export const SIGNATURE_BYTES = 200_000;

const short = z
  .string()
  .overwrite(oneLine)
  .max(SHORT_TEXT, `Please use at most ${SHORT_TEXT} characters`)
  .default("");
/** conform reads a ticked box as true and leaves an unticked one out. */
const checkbox = z.boolean().default(false);

const service = z.object({ selected: checkbox }).prefault({});
const recurringService = z
  .object({ selected: checkbox, paymentFrequency: z.enum(paymentFrequencies).default("monthly") })
  .prefault({});

/** What is posted of each service of the catalogue. */
function servicesSchema(catalogue: readonly CatalogueEntry[]) {
  const schemas = catalogue.map(({ serviceId, kind }) => [
    serviceId,
    kind === "monthly" ? recurringService : service,
  ]);
  return z.object(Object.fromEntries(schemas) as Record<string, typeof service | typeof recurringService>);
}

function contactInfoSchema({ phoneOptional }: { phoneOptional: boolean }): z.ZodType<ContactInfo> {
  const { contact, address } = splitContactInfo((field) => {
    const { required: _required, ...optional } = field as SubmissionField;
    return fieldSchema(phoneOptional && field.name === "phone" ? optional : field);
  });
  return z.object({
    ...contact,
    address: withZipOfState(z.object(address)).prefault({}),
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
  /** Made by the browser with the id, which admins see, and known to nobody else. */
  orderSecret: z.uuid({ error: contractMessages.submitFailed }),
  contactInfo,
  paymentMethod: z.enum(["invoice", "stripe"]).default("invoice"),
  agreedToTerms: checkbox,
  /** A PNG drawn on the pad as a data URI, or a typed name. */
  signature: z
    .string()
    .overwrite((text) => (text.startsWith("data:") ? text.trim() : oneLine(text)))
    .max(SIGNATURE_BYTES, "The signature is too large")
    .default(""),
  couponCode: short,
  wish: z
    .string()
    .overwrite(manyLines)
    .max(LONG_TEXT, `Please use at most ${LONG_TEXT} characters`)
    .default(""),
  /** The total in cents that the form showed, compared with the server's own. */
  shownTotal: z.coerce.number().int().nonnegative().optional(),
  /** The hash of the policy that the form showed. */
  shownPolicy: short,
});

/** Whether the order form has a signature: a site setting. */
export type SignatureMode = "off" | "optional" | "required";

/** Longest typed name, in characters. */
const TYPED = 200;

/** Returns the signature to store (a PNG as a data URI, or a typed name), or an error. */
export function checkSignature(mode: SignatureMode, posted: string): { value: string; error?: string } {
  if (mode === "off") return { value: "" };
  if (posted === "") {
    return mode === "required" ? { value: "", error: contractMessages.signatureMissing } : { value: "" };
  }
  const readable = posted.startsWith("data:") ? isDrawn(posted) : posted.length <= TYPED;
  return readable ? { value: posted } : { value: "", error: contractMessages.signatureInvalid };
}

export const CLIENT_FIELDS = clientFields.map(({ name }) => `contactInfo.${name}`);

/** Every field that the server reads from the contract page. */
export const ORDER_FIELDS: readonly FieldName[] = [
  ...CLIENT_FIELDS,
  /^services\.[a-z][A-Za-z0-9]{1,39}\.(?:selected|paymentFrequency)$/,
  "submissionId",
  "orderSecret",
  "intent",
  "paymentMethod",
  "agreedToTerms",
  "signature",
  "couponCode",
  "wish",
  "shownTotal",
  "shownPolicy",
  "edition",
  ...SPAM_FIELDS,
];

/** Throws an AppError `bad-request` for an intent that the form has not. */
export function readIntent(form: FormData): ContractIntent {
  const intent = CONTRACT_INTENTS.find((known) => known === form.get("intent"));
  if (!intent) throw new AppError("bad-request", "The form asks for what it has no button for.");
  return intent;
}

export interface ParsedForm {
  submissionId: string;
  orderSecret: string;
  input: ContractInput;
  shownTotal: number | undefined;
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

/** What can be ordered: the catalogue, or the services of an offer, which the client cannot change. */
type Orderable = { catalogue: readonly CatalogueEntry[] } | { fixed: ContractServices };

type PostedServices = Record<string, { selected: boolean; paymentFrequency?: PaymentFrequency }>;

/** Returns the errors of chosen services by the names of their fields; the first one is the message of the form. */
function serviceErrors(
  posted: PostedServices,
  choices: readonly ServiceChoice[],
  catalogue: readonly CatalogueEntry[],
  shownTotal: number | undefined,
): Record<string, string[]> {
  const unticked = catalogue.filter(({ serviceId }) => {
    const { selected, paymentFrequency = "monthly" } = posted[serviceId] ?? {};
    return !selected && paymentFrequency !== "monthly";
  });
  const known = new Set(catalogue.map(({ serviceId }) => serviceId));
  // With a total that the client was shown, the caller reports changed prices instead.
  const gone = shownTotal === undefined && choices.some(({ serviceId }) => !known.has(serviceId));
  const message = gone
    ? contractMessages.serviceGone
    : choices.length === 0
      ? contractMessages.noService
      : null;
  return {
    ...(message ? { services: [message] } : {}),
    ...Object.fromEntries(
      unticked.map(({ serviceId, title }) => [
        `services.${serviceId}.paymentFrequency`,
        [frequencyUnticked(title)],
      ]),
    ),
  };
}

/**
 * Checks a posted form as docs/decisions.md, "Contract", orders it: contact, terms, services. `message` is the text of the
 * first check that fails; `result` carries the errors of the single fields. `reject` answers the form with an error that
 * is found later.
 */
export function parseContractForm(
  form: FormData,
  features: FormFeatures & { policy?: AgreedPolicy },
  orderable: Orderable,
): Parsed {
  const catalogue = "fixed" in orderable ? [] : orderable.catalogue;
  const schema = contractSchema.extend({ services: servicesSchema(catalogue).prefault({}) });
  const submission = parseWithZod(form, { schema });
  if (submission.status !== "success") {
    const errors = submission.error ?? {};
    const contactMissing = requiredFields.some(({ name }) => errors[`contactInfo.${name}`]);
    const message = contactMissing
      ? contractMessages.contactMissing
      : (Object.values(errors)[0]?.[0] ?? contractMessages.submitFailed);
    return { ok: false, message, result: submission.reply({ formErrors: [message] }) };
  }
  const {
    submissionId,
    orderSecret,
    contactInfo,
    paymentMethod,
    signature,
    agreedToTerms,
    shownTotal,
    shownPolicy,
    services: posted,
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
  if (features.policy && shownPolicy && shownPolicy !== features.policy.hash) {
    const message = contractMessages.policyChanged;
    return reject(message, { agreedToTerms: [message] });
  }
  const choices = choicesIn(form);
  if (!("fixed" in orderable)) {
    const errors = serviceErrors(posted, choices, catalogue, shownTotal);
    const message = Object.values(errors)[0]?.[0];
    if (message) return reject(message, errors);
  }
  const services = "fixed" in orderable ? orderable.fixed : toContractServices(choices, catalogue);
  const signed = checkSignature(features.signature, signature);
  if (signed.error) return reject(signed.error, { signature: [signed.error] });
  return {
    ok: true,
    order: {
      submissionId,
      orderSecret,
      shownTotal,
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
