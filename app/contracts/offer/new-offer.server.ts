import { randomUUID } from "node:crypto";
import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { z } from "zod";
import type { WriteClient } from "../../platform/content-store.ts";
import { createSubmission } from "../../submissions/create.server.ts";
import { buildContract, type ContractDocument } from "../contract-document.ts";
import { normalCode, type Coupon } from "../coupon.ts";
import { contractMessages } from "../messages.ts";
import { pricedLines, type PriceList } from "../price-contract.server.ts";
import { priceOrder, type CatalogueEntry } from "../pricing.ts";
import { choicesOf, isRecurring, serviceIds, type ContractServices } from "../services.ts";
import { offerId } from "./find-offer.server.ts";
import { expiryOf, readDays } from "./offer-days.ts";
import { offerSchema } from "./offer-schema.server.ts";

interface NewOfferContext extends PriceList {
  writeClient: WriteClient;
  /** E-mail of the admin. */
  createdBy: string;
  now: Date;
}

/** The id of the new contract, or what is wrong with the form. A form that only asks for another line has nothing wrong. */
export type OfferAnswer = { id: string } | { id: null; status: 200 | 422; result: SubmissionResult };

type OfferForm = z.output<typeof offerSchema>;

function servicesOf(form: OfferForm): ContractServices {
  const entries = serviceIds.map((id) => {
    const { selected = false, quantity = 1, paymentFrequency = "monthly" } = form.services[id] ?? {};
    return [id, { selected, quantity, ...(isRecurring(id) ? { paymentFrequency } : {}) }];
  });
  return Object.fromEntries(entries) as ContractServices;
}

/** The prices of the chosen services as they are today: they hold for the client whatever becomes of the catalogue. */
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
  return {
    ...document,
    status: "pending",
    payment: { ...document.payment, paymentStatus: "pending" },
    agreedToTerms: false,
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
 * Stores the contract that an admin has put together. The form's submission id makes the document's: sent twice, it is
 * one contract. Throws the store's AppErrors.
 */
export async function createOffer(form: FormData, context: NewOfferContext): Promise<OfferAnswer> {
  const submission = parseWithZod(form, { schema: offerSchema });
  if (submission.status !== "success") {
    const status = submission.status === "error" ? 422 : 200;
    return { id: null, status, result: submission.reply() };
  }
  const refuse = (fieldErrors: Record<string, string[]>): OfferAnswer => ({
    id: null,
    status: 422,
    result: submission.reply({ fieldErrors }),
  });
  const { value } = submission;
  if (choicesOf(servicesOf(value)).length === 0 && value.customServices.length === 0)
    return refuse({ services: [contractMessages.noService] });
  const code = normalCode(value.couponCode);
  const coupon = code ? await context.findCoupon(code) : null;
  if (code && !coupon) return refuse({ couponCode: [contractMessages.couponInvalid] });
  const id = offerId(value.submissionId ?? randomUUID());
  const document = documentOf(value, coupon, context);
  await createSubmission({ client: context.writeClient, type: "adminContract", id, document });
  return { id };
}
