import { z } from "zod";
import { AppError } from "../../platform/errors.ts";
import type { FieldName } from "../../platform/http/form-body.server.ts";
import { paymentFrequencies } from "../frequency.ts";
import { contractMessages } from "../messages.ts";
import { parseDollars } from "../money.ts";
import { CLIENT_FIELDS, clientSchema } from "../form-schema.server.ts";
import { serviceIds, choicesOf, isRecurring, type ContractServices } from "../services.ts";
import { randomUUID } from "node:crypto";
import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { WriteClient } from "../../platform/content-store.ts";
import { createSubmission } from "../../submissions/store.server.ts";
import { buildContract, type ContractDocument } from "../contract-document.ts";
import { normalCode, type Coupon } from "../coupon.ts";
import { pricedLines } from "../lines.ts";
import type { PriceList } from "../price-contract.server.ts";
import { priceOrder, type CatalogueEntry } from "../pricing.ts";
import { offerId } from "./find-offer.server.ts";
import { expiryOf, readDays } from "./offer.ts";

const DESCRIPTION = 5_000;
const MAX_LINES = 20;
/** Name of conform's buttons that add and remove lines. */
const INTENT = "__intent__";

const service = z
  .object({
    selected: z.boolean().default(false),
    quantity: z.coerce
      .number({ error: "Enter a number" })
      .int("Enter a whole number")
      .min(1)
      .max(999)
      .default(1),
    paymentFrequency: z.enum(paymentFrequencies).default("monthly"),
  })
  .default({ selected: false, quantity: 1, paymentFrequency: "monthly" });

const price = z.string({ error: "Price is required" }).transform((text, context) => {
  const cents = parseDollars(text);
  if (cents) return cents;
  context.addIssue({ code: "custom", message: "Enter a price in dollars, such as 1,250.00" });
  return z.NEVER;
});

const customService = z.object({
  description: z
    .string({ error: "Description is required" })
    .trim()
    .min(1, "Description is required")
    .max(DESCRIPTION),
  price,
});

/** Every field of the form in which an admin makes a contract, and the button that adds or removes a line. */
export const OFFER_FIELDS: readonly FieldName[] = [
  "submissionId",
  "couponCode",
  "days",
  INTENT,
  ...CLIENT_FIELDS,
  ...serviceIds.flatMap((id) =>
    ["selected", "quantity", "paymentFrequency"].map((name) => `services.${id}.${name}`),
  ),
  /^customServices\[1?\d\]\.(?:description|price)$/,
];

const LIST = z.literal("customServices");
const intentSchema = z.union([
  z.strictObject({
    type: z.literal("insert"),
    payload: z.strictObject({
      name: LIST,
      defaultValue: z.strictObject({ description: z.literal(""), price: z.literal("") }).optional(),
    }),
  }),
  z.strictObject({
    type: z.literal("remove"),
    payload: z.strictObject({
      name: LIST,
      index: z
        .int()
        .min(0)
        .max(MAX_LINES - 1),
    }),
  }),
]);

/**
 * Returns the form if its intent is empty or one of its own buttons. conform would accept any path and index, and create an
 * array of that length. Throws an AppError `bad-request`.
 */
export function requireOwnIntent(form: FormData): FormData {
  const intent = form.get(INTENT);
  if (intent === null) return form;
  try {
    intentSchema.parse(JSON.parse(String(intent)));
    return form;
  } catch (cause) {
    throw new AppError("bad-request", "The form asks for what it has no button for.", { cause });
  }
}

/** The form in which an admin makes a contract. Prices of the catalogue's services are not in it. */
const offerSchema = z.object({
  submissionId: z.uuid().optional(),
  contactInfo: clientSchema,
  services: z
    .object(Object.fromEntries(serviceIds.map((id) => [id, service])))
    .default(() => Object.fromEntries(serviceIds.map((id) => [id, service.parse(undefined)]))),
  customServices: z.array(customService).max(MAX_LINES, "At most 20 custom services").default([]),
  couponCode: z.string().max(40, contractMessages.couponInvalid).default(""),
  days: z.string().optional(),
});

interface NewOfferContext extends PriceList {
  writeClient: WriteClient;
  /** E-mail of the admin. */
  createdBy: string;
  now: Date;
}

/** The id of the new contract, or the errors of the form; none for a form that only adds or removes a line. */
export type NewOfferResult = { id: string } | { id: null; status: 200 | 422; result: SubmissionResult };

type OfferForm = z.output<typeof offerSchema>;

function servicesOf(form: OfferForm): ContractServices {
  const entries = serviceIds.map((id) => {
    const { selected = false, quantity = 1, paymentFrequency = "monthly" } = form.services[id] ?? {};
    return [id, { selected, quantity, ...(isRecurring(id) ? { paymentFrequency } : {}) }];
  });
  return Object.fromEntries(entries) as ContractServices;
}

/** Returns today's prices of the chosen services: later changes of the catalogue do not affect the offer. */
function pricesToday(catalogue: readonly CatalogueEntry[], services: ContractServices) {
  const chosen = new Set(choicesOf(services).map(({ serviceId }) => serviceId));
  return catalogue
    .filter(({ serviceId }) => chosen.has(serviceId))
    .map(({ serviceId, title, priceCents, kind }) => ({
      _key: serviceId,
      serviceId,
      title,
      priceCents,
      kind,
    }));
}

function documentOf(form: OfferForm, coupon: Coupon | null, context: NewOfferContext): ContractDocument {
  const services = servicesOf(form);
  const customServices = form.customServices.map((line, index) => ({ _key: `custom-${index}`, ...line }));
  const catalogue = pricesToday(context.catalogue, services);
  const totals = priceOrder(catalogue, choicesOf(services), pricedLines(customServices), coupon);
  const { contactInfo } = form;
  const nothing = {
    paymentMethod: "invoice",
    signature: "",
    couponCode: coupon?.code ?? "",
    wish: "",
  } as const;
  const document = buildContract(
    { ...nothing, contactInfo, services },
    totals,
    { version: "", hash: "" },
    context.now,
  );
  // Nothing is due before the client has signed.
  const { paymentState: _, ...unsigned } = document;
  return {
    ...unsigned,
    status: "pending",
    payment: { ...document.payment, paymentStatus: "pending" },
    agreedToTerms: false,
    history: [{ _key: "offered", at: context.now.toISOString(), kind: "offered", by: context.createdBy }],
    customServices,
    offer: {
      version: 1,
      expiresAt: expiryOf(readDays(form.days), context.now),
      revokedAt: "",
      createdBy: context.createdBy,
      catalogue,
      coupon,
    },
  };
}

/**
 * Stores a new adminContract. The submission id of the form makes the document id, so a form sent twice is one contract.
 * Throws the store's AppErrors.
 */
export async function createOffer(form: FormData, context: NewOfferContext): Promise<NewOfferResult> {
  const submission = parseWithZod(form, { schema: offerSchema });
  if (submission.status !== "success") {
    const status = submission.status === "error" ? 422 : 200;
    return { id: null, status, result: submission.reply() };
  }
  const reject = (fieldErrors: Record<string, string[]>): NewOfferResult => ({
    id: null,
    status: 422,
    result: submission.reply({ fieldErrors }),
  });
  const { value } = submission;
  if (choicesOf(servicesOf(value)).length === 0 && value.customServices.length === 0)
    return reject({ services: [contractMessages.noService] });
  const code = normalCode(value.couponCode);
  const coupon = code ? await context.findCoupon(code) : null;
  if (code && !coupon) return reject({ couponCode: [contractMessages.couponInvalid] });
  const id = offerId(value.submissionId ?? randomUUID());
  const document = documentOf(value, coupon, context);
  await createSubmission({ client: context.writeClient, type: "adminContract", id, document });
  return { id };
}
