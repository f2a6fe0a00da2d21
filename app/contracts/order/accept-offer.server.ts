import type { Reply } from "../../platform/http/receive-form.server.ts";
import {
  acceptedReply,
  failedReply,
  invalidReply,
  rejectCard,
  type AcceptDeps,
} from "./accept-contract.server.ts";
import type { CheckResult, OrderResult } from "./contract-action.ts";
import { buildContract, type ContractInput } from "../../model/contracts/build-contract.ts";
import type { StoredContract } from "../store/contract-store.server.ts";
import { parseContractForm, type FormFeatures } from "./form-schema.server.ts";
import { writeContract, requireChargeable, type ContractDeps } from "./place-contract.server.ts";
import { PricesChanged } from "./prices.server.ts";
import { priceOrder, pricedLines } from "../../model/contracts/pricing.ts";
import { choicesOf } from "../../model/contracts/services.ts";
import { contractMessages } from "../../model/contracts/messages.ts";
import { editionOf } from "../../model/contracts/offer.ts";
import { openOffer, uuidOfContract, type StoredOffer } from "../store/find-offer.server.ts";

/** Stores the client's part: contact, payment method and signature. All else stays as the admin made it. */
async function placeOffer(
  deps: ContractDeps,
  contract: StoredOffer,
  input: ContractInput,
  seen: { shownTotal: number | undefined; edition: number },
): Promise<StoredContract> {
  const { services, customServices, couponCode, offer } = contract;
  const totals = priceOrder(offer.catalogue, choicesOf(services), pricedLines(customServices), offer.coupon);
  if (seen.edition !== editionOf(offer))
    throw new PricesChanged(totals, offer.coupon, contractMessages.offerEdited);
  if (seen.shownTotal !== undefined && seen.shownTotal !== totals.totalCents)
    throw new PricesChanged(totals, offer.coupon);
  const own = { ...input, services, couponCode, wish: "" };
  const document = {
    ...buildContract(own, totals, deps.policy, deps.now),
    customServices,
    offer,
  };
  requireChargeable(document);
  return writeContract(deps, contract._id, document);
}

function parseOffer(form: FormData, contract: StoredOffer, deps: ContractDeps & FormFeatures) {
  form.set("submissionId", uuidOfContract(contract._id));
  const signature = deps.signature === "off" ? "off" : "required";
  const features = { signature, policy: deps.policy, coupons: false, customServices: false } as const;
  return parseContractForm(form, features, { fixed: contract.services });
}

/** Returns the errors of what a client posted over a private link, or null. Stores nothing. Throws like `openOffer`. */
export async function checkOffer(
  form: FormData,
  token: string,
  deps: ContractDeps & FormFeatures,
): Promise<Reply<CheckResult> | null> {
  const parsed = parseOffer(form, await openOffer(deps, token), deps);
  return parsed.ok ? null : invalidReply(parsed);
}

/**
 * Checks what a client posted over a private link and stores it in the adminContract. A signature is required unless
 * signatures are switched off. Charges nothing. Never throws.
 */
export async function acceptOffer(
  form: FormData,
  token: string,
  deps: AcceptDeps,
): Promise<Reply<OrderResult>> {
  try {
    const contract = await openOffer(deps, token);
    const parsed = parseOffer(form, contract, deps);
    if (!parsed.ok) return invalidReply(parsed);
    const { input, shownTotal } = parsed.order;
    const edition = Number(form.get("edition") ?? 1);
    const refused = rejectCard(input, deps);
    if (refused) return refused;
    return await acceptedReply(await placeOffer(deps, contract, input, { shownTotal, edition }), deps);
  } catch (error) {
    deps.onError(error);
    return failedReply(error);
  }
}
