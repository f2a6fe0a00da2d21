import { randomUUID } from "node:crypto";
import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { z } from "zod";
import { buildContract } from "../../model/contracts/build-contract.ts";
import { type Offer } from "../../model/contracts/contract-document.ts";
import { normalCode, type Coupon } from "../../model/contracts/coupon.ts";
import { paymentFrequencies } from "../../model/contracts/frequency.ts";
import type { ContractEvent } from "../../model/contracts/history.ts";
import { contractMessages } from "../../model/contracts/messages.ts";
import { expiryOf, readDays } from "../../model/contracts/offer.ts";
import { priceOrder, type OrderTotals } from "../../model/contracts/pricing.ts";
import {
  choicesOf,
  toContractServices,
  type ContractServices,
  type CatalogueEntry,
} from "../../model/contracts/services.ts";
import { oneLine } from "../../model/typed-text.ts";
import type { WriteClient } from "../../platform/content-store.server.ts";
import { AppError } from "../../platform/errors.ts";
import type { FieldName } from "../../platform/http/form-body.server.ts";
import { reply, type Reply } from "../../platform/http/receive-form.server.ts";
import { amountSchema } from "../../submissions/field-schema.server.ts";
import { storeSubmission } from "../../submissions/store.server.ts";
import { CLIENT_FIELDS, clientSchema } from "../order/form-schema.server.ts";
import type { PriceList } from "../order/prices.server.ts";
import { offerId } from "../store/find-offer.server.ts";
import { draftTotals, MAX_LINES, MAX_QUANTITY, RECALCULATE } from "./draft-totals.ts";

const DESCRIPTION = 5_000;
/** Name of conform's buttons that add and remove lines. */
const INTENT = "__intent__";

const service = z
  .object({
    selected: z.boolean().default(false),
    quantity: z.coerce
      .number({ error: "Enter a number" })
      .int("Enter a whole number")
      .min(1)
      .max(MAX_QUANTITY)
      .default(1),
    paymentFrequency: z.enum(paymentFrequencies).default("monthly"),
  })
  .prefault({});

const customService = z.object({
  description: z
    .string({ error: "Description is required" })
    .overwrite(oneLine)
    .min(1, "Description is required")
    .max(DESCRIPTION),
  price: amountSchema("Price is required", "price"),
});

/** Every field of the form in which an admin makes a contract, and the button that adds or removes a line. */
export const OFFER_FIELDS: readonly FieldName[] = [
  "submissionId",
  "couponCode",
  "days",
  "intent",
  "rev",
  INTENT,
  ...CLIENT_FIELDS,
  /^services\.[a-z][A-Za-z0-9]{1,39}\.(?:selected|quantity|paymentFrequency)$/,
  /^customServices\[1?\d\]\.(?:description|price)$/,
];

const LIST = "customServices";
/** What conform's buttons that add a line and remove one send. */
const OWN_INTENTS = new Set(
  [
    { type: "insert", payload: { name: LIST, defaultValue: { description: "", price: "" } } },
    ...Array.from({ length: MAX_LINES }, (_, index) => ({ type: "remove", payload: { name: LIST, index } })),
  ].map((intent) => JSON.stringify(intent)),
);

/**
 * Returns the form if its intent is empty or one of its own buttons. conform would accept any path and index, and create an
 * array of that length. Throws an AppError `bad-request`.
 */
export function requireOwnIntent(form: FormData): FormData {
  const intent = form.get(INTENT);
  if (intent === null || OWN_INTENTS.has(String(intent))) return form;
  throw new AppError("bad-request", "The form asks for what it has no button for.");
}

const offerSchema = (catalogue: readonly CatalogueEntry[]) =>
  z.object({
    submissionId: z.uuid().optional(),
    contactInfo: clientSchema,
    services: z
      .object(Object.fromEntries(catalogue.map(({ serviceId }) => [serviceId, service])))
      .prefault({}),
    customServices: z.array(customService).max(MAX_LINES, "At most 20 custom services").default([]),
    couponCode: z.string().max(40, contractMessages.couponInvalid).default(""),
    days: z.string().optional(),
  });

interface NewOfferDeps extends PriceList {
  writeClient: WriteClient;
  /** E-mail of the admin. */
  createdBy: string;
  now: Date;
}

/** A form to show again: its errors (none when it only adds or removes a line, or is recalculated), and its totals. */
export interface OpenOffer {
  status: "open";
  submission: SubmissionResult;
  totals: OrderTotals;
  /** The coupon of the posted code if it is valid. */
  coupon: Coupon | null;
}

export type OfferResult = { status: "stored"; id: string } | OpenOffer;

export type OfferForm = z.output<ReturnType<typeof offerSchema>>;

function servicesOf(form: OfferForm, catalogue: readonly CatalogueEntry[]): ContractServices {
  const choices = catalogue.flatMap(({ serviceId, kind }) => {
    const { selected = false, quantity = 1, paymentFrequency = "monthly" } = form.services[serviceId] ?? {};
    if (!selected) return [];
    return [{ serviceId, quantity, ...(kind === "monthly" ? { paymentFrequency } : {}) }];
  });
  return toContractServices(choices, catalogue);
}

/** Returns the given prices of the chosen services: later changes of the catalogue do not affect the offer. */
function pricesOf(catalogue: readonly CatalogueEntry[], services: ContractServices) {
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

export interface ParsedOffer {
  form: OfferForm;
  coupon: Coupon | null;
}

/**
 * Checks a posted form against the services that can be chosen. Returns the form to show again when it has errors, adds or
 * removes a line, or is recalculated. Throws the store's AppErrors.
 */
export async function parseOffer(posted: FormData, deps: PriceList): Promise<ParsedOffer | Reply<OpenOffer>> {
  const submission = parseWithZod(posted, { schema: offerSchema(deps.catalogue) });
  const code = normalCode(String(posted.get("couponCode") ?? ""));
  const coupon = code ? await deps.findCoupon(code) : null;
  const open = (status: 200 | 422, submission: SubmissionResult): Reply<OpenOffer> => {
    const totals = draftTotals(posted, deps.catalogue, coupon, deps.tax);
    return reply({ status: "open", submission, totals, coupon }, status);
  };
  const couponErrors = code && !coupon ? { couponCode: [contractMessages.couponInvalid] } : null;
  if (posted.get("intent") === RECALCULATE) {
    const { error: _missing, status: _status, ...kept } = submission.reply();
    return open(couponErrors ? 422 : 200, {
      ...kept,
      ...(couponErrors ? { status: "error", error: couponErrors } : {}),
    });
  }
  if (submission.status !== "success")
    return open(submission.status === "error" ? 422 : 200, submission.reply());
  const form = submission.value;
  const hasService = choicesOf(servicesOf(form, deps.catalogue)).length > 0;
  if (!hasService && form.customServices.length === 0)
    return open(422, submission.reply({ fieldErrors: { services: [contractMessages.noService] } }));
  if (couponErrors) return open(422, submission.reply({ fieldErrors: couponErrors }));
  return { form, coupon };
}

/** Returns what the form says of a contract that nobody has signed, priced from the catalogue. */
export function unsignedContract(
  { form, coupon }: ParsedOffer,
  { catalogue, tax }: Pick<PriceList, "catalogue" | "tax">,
  now: Date,
) {
  const services = servicesOf(form, catalogue);
  const customServices = form.customServices.map((line, index) => ({ _key: `custom-${index}`, ...line }));
  const prices = pricesOf(catalogue, services);
  const totals = priceOrder(prices, choicesOf(services), customServices, coupon, tax);
  const nothing = {
    paymentMethod: "invoice",
    signature: "",
    couponCode: coupon?.code ?? "",
    wish: "",
  } as const;
  const { contactInfo } = form;
  const document = buildContract(
    { ...nothing, contactInfo, services },
    totals,
    { version: "", hash: "" },
    now,
  );
  // Nothing is due before the client has signed.
  const { paymentState: _, ...unsigned } = document;
  return {
    document: {
      ...unsigned,
      status: "pending" as const,
      payment: { ...document.payment, paymentStatus: "pending" as const },
      agreedToTerms: false,
      customServices,
    },
    prices: { catalogue: prices, coupon },
  };
}

/**
 * Stores a new adminContract. The submission id of the form makes the document id, so a form sent twice is one contract.
 * Throws the store's AppErrors.
 */
export async function createOffer(posted: FormData, deps: NewOfferDeps): Promise<Reply<OfferResult>> {
  const parsed = await parseOffer(posted, deps);
  if ("result" in parsed) return parsed;
  const { createdBy, now, writeClient } = deps;
  const id = offerId(parsed.form.submissionId ?? randomUUID());
  const { document, prices } = unsignedContract(parsed, deps, now);
  const terms = { version: 1, expiresAt: expiryOf(readDays(parsed.form.days), now), revokedAt: "" };
  const offer: Offer = { ...terms, edition: 1, createdBy, ...prices };
  const offered: ContractEvent = { _key: "offered", at: now.toISOString(), kind: "offered", by: createdBy };
  const whole = { ...document, history: [offered], offer };
  await storeSubmission(writeClient, { type: "adminContract", id, document: whole });
  return reply({ status: "stored", id });
}
