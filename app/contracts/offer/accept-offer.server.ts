import {
  failedAnswer,
  invalidAnswer,
  takenAnswer,
  withoutCard,
  type AcceptContext,
  type Answer,
} from "../accept-order.server.ts";
import { buildContract, type OrderInput } from "../contract-document.ts";
import type { StoredContract } from "../contract-store.server.ts";
import { parseOrder } from "../order-form.server.ts";
import { putOrder, requireChargeable, type OrderContext } from "../place-order.server.ts";
import { pricedLines } from "../price-contract.server.ts";
import { PricesChanged } from "../prices-changed.ts";
import { priceOrder } from "../pricing.ts";
import { choicesOf } from "../services.ts";
import { openOffer, uuidOfContract, type StoredOffer } from "./find-offer.server.ts";

/** The client's part of it: who they are, how they pay, and their signature. All else is the stored contract's. */
async function placeOffer(
  context: OrderContext,
  contract: StoredOffer,
  input: OrderInput,
  claimedTotal: number | undefined,
): Promise<StoredContract> {
  const { services, customServices, couponCode, offer } = contract;
  const totals = priceOrder(offer.catalogue, choicesOf(services), pricedLines(customServices), offer.coupon);
  if (claimedTotal !== undefined && claimedTotal !== totals.totalCents)
    throw new PricesChanged(totals, offer.coupon);
  const own = { ...input, services, couponCode, wish: "" };
  const document = {
    ...buildContract(own, totals, context.policy, context.now),
    customServices,
    offer,
  };
  requireChargeable(document);
  return putOrder(context, contract._id, document);
}

/**
 * Takes what a client posted over a private link: checks it and stores it in the contract that an admin has made. It has to
 * be signed unless the company takes no signatures. Nothing is charged here. Never throws.
 */
export async function acceptOffer(form: FormData, token: string, context: AcceptContext): Promise<Answer> {
  try {
    const contract = await openOffer(context, token);
    form.set("submissionId", uuidOfContract(contract._id));
    const signature = context.signature === "off" ? "off" : "required";
    const features = { signature, coupons: false, customServices: false } as const;
    const parsed = parseOrder(form, features, contract.services);
    if (!parsed.ok) return invalidAnswer(parsed);
    const { input, claimedTotal } = parsed.order;
    const refused = withoutCard(input, context);
    if (refused) return refused;
    return await takenAnswer(await placeOffer(context, contract, input, claimedTotal), context);
  } catch (error) {
    context.onError(error);
    return failedAnswer(error);
  }
}
