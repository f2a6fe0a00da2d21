import { randomUUID } from "node:crypto";
import { createOffer, type OfferResult } from "../../app/contracts/offer/new-offer.server.ts";
import { acceptContract } from "../../app/contracts/order/accept-contract.server.ts";
import type { OrderResult } from "../../app/contracts/order/contract-action.ts";
import { handlePaymentRequest } from "../../app/contracts/order/payment-request.server.ts";
import { getContract, type StoredContract } from "../../app/contracts/store/contract-store.server.ts";
import { uuidOfContract } from "../../app/contracts/store/find-offer.server.ts";
import { offerToken } from "../../app/contracts/store/private-links.server.ts";
import { choicesOf } from "../../app/model/contracts/services.ts";
import type { Reply } from "../../app/platform/http/receive-form.server.ts";
import {
  billingOf,
  CARDS,
  cardMethod,
  orderForm,
  type ContractHarness,
  type Switches,
} from "./contract-harness.ts";

/** The admin's form: two maintenance contracts by the quarter, a logo over 1,250.00, and the coupon FIFTY. */
export function adminForm(fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  const all = {
    submissionId: randomUUID(),
    "contactInfo.firstName": "Ada",
    "contactInfo.lastName": "Lovelace",
    "contactInfo.email": "ada@example.com",
    "services.websiteMaintenance.selected": "on",
    "services.websiteMaintenance.quantity": "2",
    "services.websiteMaintenance.paymentFrequency": "quarterly",
    "customServices[0].description": "A logo",
    "customServices[0].price": "1,250.00",
    couponCode: "fifty",
    days: "14",
    ...fields,
  };
  for (const [name, value] of Object.entries(all)) if (value !== "-") form.set(name, value);
  return form;
}

/** The client's form at the private link. */
export const clientForm = (fields: Record<string, string> = {}) =>
  orderForm({ paymentMethod: "invoice", signature: "Ada Lovelace", ...fields });

/** An admin who makes offers and a client who accepts them, without a browser. */
export interface OfferHarness {
  create(form: FormData): Promise<Reply<OfferResult>>;
  /** A contract made by the admin, and the token of its private link. */
  offered(): Promise<{ id: string; token: string }>;
  accept(form: FormData, token: string, more?: Switches): Promise<Reply<OrderResult>>;
  payFor(id: string, token: string, amount: number): ReturnType<typeof handlePaymentRequest>;
  stored(id: string): Promise<StoredContract>;
}

export function offerHarness(harness: ContractHarness): OfferHarness {
  const create: OfferHarness["create"] = (form) => {
    const { writeClient, catalogue, tax, findCoupon, now } = harness.context();
    const createdBy = "admin@example.com";
    return createOffer(form, { writeClient, catalogue, tax, findCoupon, now, createdBy });
  };
  const stored: OfferHarness["stored"] = async (id) => {
    const contract = await getContract(harness.lake.client, id);
    if (!contract) throw new Error(`No contract ${id}`);
    return contract;
  };
  return {
    create,
    async offered() {
      const { result } = await create(adminForm());
      if (result.status === "open") throw new Error(JSON.stringify(result.submission.error));
      const name = { uuid: uuidOfContract(result.id), version: 1 };
      return { id: result.id, token: offerToken(harness.context().secret, name) };
    },
    accept: (form, token, more) => acceptContract(form, harness.context(more), token),
    async payFor(id, token, amount) {
      const { services } = await stored(id);
      const method = await cardMethod(harness.standIn.origin, CARDS.good);
      const request = {
        ...billingOf({ submissionId: uuidOfContract(id), confirmation: "" }, choicesOf(services), method),
        amount,
        offer: token,
      };
      return handlePaymentRequest(harness.context(), request, () => {});
    },
    stored,
  };
}
