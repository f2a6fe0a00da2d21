import type { ReadClient } from "../platform/content-store.ts";
import { orderQuery, type OrderPageData } from "../content/queries/order.ts";
import { referenceNumber } from "../submissions/reference.server.ts";
import { storeError } from "../platform/store-error.server.ts";
import { isLinkEnded, readConfirmationToken } from "./confirmation.server.ts";
import type { ContactInfo, ContractPayment, CustomService, PaymentStatus } from "./contract-document.ts";
import { contractId, getContract, type StoredContract } from "./contract-store.server.ts";
import type { PaymentFrequency } from "./frequency.ts";
import { offerId } from "./offer/find-offer.server.ts";
import { choicesOf } from "./services.ts";

/** What the holder of an order's private address sees of it. */
export interface OrderView {
  reference: string;
  date: string;
  status: PaymentStatus;
  contactInfo: ContactInfo;
  services: { serviceId: string; title: string; quantity: number; frequency: PaymentFrequency | null }[];
  payment: Pick<
    ContractPayment,
    | "paymentMethod"
    | "amount"
    | "amountDueToday"
    | "oneTimeTotal"
    | "recurringTotal"
    | "recurringDiscount"
    | "couponDiscount"
    | "schedule"
  >;
  couponCode: string;
  /** What was ordered besides the catalogue; a price of 0 is one that follows. */
  customServices: CustomService[];
  refundedCents: number;
  hostedInvoiceUrl: string | null;
  policyVersion: string;
  chequeInstructions: string | null;
}

interface Sources {
  /** Reads documents with personal data. */
  store: ReadClient;
  catalogue: Pick<ReadClient, "fetch">;
  secret: string;
}

function servicesOf(contract: StoredContract, page: OrderPageData): OrderView["services"] {
  const catalogue = contract.offer?.catalogue ?? page.catalogue;
  return choicesOf(contract.services).map(({ serviceId, quantity = 1, paymentFrequency }) => ({
    serviceId,
    title: catalogue.find((entry) => entry.serviceId === serviceId)?.title ?? serviceId,
    quantity,
    frequency: paymentFrequency ?? null,
  }));
}

/** The order of a submission, of the public form or of an offer; null when there is none. Throws like `getContract`. */
export async function findOrder(store: ReadClient, submissionId: string): Promise<StoredContract | null> {
  return (
    (await getContract(store, contractId(submissionId))) ?? (await getContract(store, offerId(submissionId)))
  );
}

/**
 * Reads the order that a token names: `ended` when the link to it has ended, or the order is not there any more, null for a
 * token that is not ours. Throws an AppError when the store does not answer.
 */
export async function readOrder(
  sources: Sources,
  token: string,
  now = new Date(),
): Promise<OrderView | "ended" | null> {
  const link = readConfirmationToken(sources.secret, token);
  if (!link) return null;
  const contract = await findOrder(sources.store, link.submissionId);
  if (!contract || isLinkEnded(contract, link, now)) return "ended";
  const page = await sources.catalogue.fetch<OrderPageData>(orderQuery).catch((cause: unknown) => {
    throw storeError(cause);
  });
  const { paymentMethod, amount, amountDueToday, oneTimeTotal, recurringTotal, recurringDiscount, schedule } =
    contract.payment;
  const { couponCode, customServices } = contract;
  return {
    reference: referenceNumber(sources.secret, contract._id),
    date: contract.date,
    status: contract.status,
    contactInfo: contract.contactInfo,
    services: servicesOf(contract, page),
    payment: {
      paymentMethod,
      amount,
      amountDueToday,
      oneTimeTotal,
      recurringTotal,
      recurringDiscount,
      couponDiscount: contract.payment.couponDiscount ?? 0,
      schedule,
    },
    couponCode,
    customServices: customServices.map(({ description, price }) => ({ description, price })),
    refundedCents: contract.payment.refundedAmount ?? 0,
    hostedInvoiceUrl: contract.payment.hostedInvoiceUrl ?? null,
    policyVersion: contract.agreedPolicy.version,
    chequeInstructions: page.chequeInstructions,
  };
}
