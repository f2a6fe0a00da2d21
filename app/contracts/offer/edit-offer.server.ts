import { contentKey } from "../../model/contracts/build-contract.ts";
import { isAccepted, type Offer } from "../../model/contracts/contract-document.ts";
import { withEvent } from "../../model/contracts/history.ts";
import { editionOf } from "../../model/contracts/offer.ts";
import { choicesOf, type CatalogueEntry } from "../../model/contracts/services.ts";
import { reply, type Reply } from "../../platform/http/receive-form.server.ts";
import type { OrderServiceData } from "../order/order-query.ts";
import type { PriceList } from "../order/prices.server.ts";
import {
  changeSeenContract,
  findContract,
  type ContractStore,
  type StoredContract,
} from "../store/contract-store.server.ts";
import type { StoredOffer } from "../store/find-offer.server.ts";
import { parseOffer, unsignedContract, type OfferResult } from "./new-offer.server.ts";
import type { OfferDefaults } from "./offer-form.tsx";

/** Whether an admin may still edit or delete a contract: until the client has signed it. */
export function isUnsigned(contract: StoredContract): contract is StoredOffer {
  return contract.offer !== undefined && !contract.agreedToTerms && !isAccepted(contract);
}

/**
 * Returns the services that an edited contract can have: those already in it at the prices it was made with, also when the
 * catalogue no longer offers them, all others at today's.
 */
export function editCatalogue(today: readonly OrderServiceData[], offer: Offer): OrderServiceData[] {
  const agreed = new Map(offer.catalogue.map((entry) => [entry.serviceId, entry]));
  const known = new Set(today.map(({ serviceId }) => serviceId));
  const pricesOf = ({ priceCents, kind }: CatalogueEntry) => ({ priceCents, kind });
  return [
    ...today.map((entry) => ({ ...entry, ...pricesOf(agreed.get(entry.serviceId) ?? entry) })),
    ...offer.catalogue
      .filter(({ serviceId }) => !known.has(serviceId))
      .map(({ _key, ...entry }) => ({ ...entry, description: null })),
  ];
}

/** Returns what the form of a contract starts with. A wish without a price gets its price here. */
export function offerDefaults({
  contactInfo,
  services,
  customServices,
  couponCode,
}: StoredContract): OfferDefaults {
  const chosen = choicesOf(services).map(({ serviceId, quantity = 1, paymentFrequency }) => [
    serviceId,
    { selected: "on", quantity: String(quantity), ...(paymentFrequency ? { paymentFrequency } : {}) },
  ]);
  return {
    contactInfo,
    services: Object.fromEntries(chosen) as OfferDefaults["services"],
    customServices: customServices.map(({ description, price }) => ({
      description,
      price: price > 0 ? (price / 100).toFixed(2) : "",
    })),
    couponCode,
  };
}

/** Why an edited form was not stored: changed since the admin saw it, or the client has signed it meanwhile. */
export type OfferRefusal = "conflict" | "signed";

interface EditDeps extends ContractStore, PriceList {
  catalogue: readonly OrderServiceData[];
}

/**
 * Stores the edited form of a contract that nobody has signed, unless it was changed since `rev`. The link, its version and its
 * expiry stay. Sent twice, it is stored once. Throws the store's AppErrors, and a 404 Response when there is no such contract.
 */
export async function editOffer(
  deps: EditDeps,
  id: string,
  posted: FormData,
  by: string,
): Promise<Reply<OfferResult | { status: OfferRefusal }>> {
  const missing = () => new Response("There is no such contract.", { status: 404 });
  const signed = () => reply({ status: "signed" }, 409);
  const seen = await findContract(deps.readClient, id);
  if (!seen?.offer) throw missing();
  if (!isUnsigned(seen)) return signed();
  const { offer } = seen;
  const prices = {
    catalogue: editCatalogue(deps.catalogue, offer),
    tax: seen.tax ?? null,
    findCoupon: async (code: string) => (code === offer.coupon?.code ? offer.coupon : deps.findCoupon(code)),
  };
  const parsed = await parseOffer(posted, prices);
  if ("result" in parsed) return parsed;
  const now = deps.clock();
  const edited = unsignedContract(parsed, prices, now);
  const { contactInfo, services, lines, customServices, couponCode, total, payment } = edited.document;
  const rev = String(posted.get("rev") ?? "");
  const isStored = (current: StoredContract) =>
    current._rev !== rev && contentKey(current) === contentKey(edited.document) && current.total === total;
  const { outcome, contract } = await changeSeenContract(deps, { id, rev, isMade: isStored }, (current) => {
    const edition = editionOf(offer) + 1;
    const event = { _key: `edited-${edition}`, at: now.toISOString(), kind: "edited", by } as const;
    return {
      fields: {
        contactInfo,
        services,
        lines,
        customServices,
        couponCode,
        total,
        payment,
        "offer.catalogue": edited.prices.catalogue,
        "offer.coupon": edited.prices.coupon,
        "offer.edition": edition,
        history: withEvent(current.history, event),
      },
    };
  });
  if (contract && !isUnsigned(contract)) return signed();
  if (outcome === "missing") throw missing();
  return outcome === "done" ? reply({ status: "stored", id }) : reply({ status: outcome }, 409);
}
