import { clientFields } from "../../model/contracts/client-fields.ts";
import type { Offer } from "../../model/contracts/contract-document.ts";
import { contractMessages } from "../../model/contracts/messages.ts";
import { editionOf, offerState, type OfferView } from "../../model/contracts/offer.ts";
import { choicesOf } from "../../model/contracts/services.ts";
import { valueAt } from "../../model/field.ts";
import type { ReadClient } from "../../platform/content-store.server.ts";
import { AppError } from "../../platform/errors.ts";
import { requireUuid } from "../../submissions/submission-id.server.ts";
import { getContract, type StoredContract } from "./contract-store.server.ts";
import { readOfferToken } from "./private-links.server.ts";

export type StoredOffer = StoredContract & { offer: Offer };

/** Returns the document id of an adminContract. Throws an AppError `bad-request` when `uuid` is not one. */
export function offerId(uuid: string): string {
  return `adminContract.${requireUuid(uuid)}`;
}

/** Returns the UUID in the id of a contract or an adminContract. */
export function uuidOfContract(id: string): string {
  return id.slice(id.indexOf(".") + 1);
}

/** Returns the id of the contract that a private link names, or null when this site did not make the link. */
export function offerIdOf(secret: string, token: string): string | null {
  const link = readOfferToken(secret, token);
  return link && offerId(link.uuid);
}

/** Returns the contract of a private link; null for a forged link and for one that a newer link has replaced. */
export async function findOffer(
  client: ReadClient,
  secret: string,
  token: string,
): Promise<StoredOffer | null> {
  const name = readOfferToken(secret, token);
  const contract = name && (await getContract(client, offerId(name.uuid)));
  return contract?.offer && contract.offer.version === name?.version ? (contract as StoredOffer) : null;
}

/**
 * Throws an AppError `payment/offer-closed` (410) unless the offer is open or accepted; sending an accepted one again
 * changes nothing.
 */
export function requireOpen(contract: StoredContract | null, now: Date): void {
  const state = contract?.offer && offerState(contract, contract.offer, now);
  if (state === "open" || state === "accepted") return;
  throw new AppError("payment/offer-closed", `${contract?._id ?? "A contract"} is ${state ?? "unknown"}.`, {
    status: 410,
    safeMessage: contractMessages.offerClosed,
  });
}

/** Returns the contract of a private link that can be signed or paid. Throws like `requireOpen`. */
export async function openOffer(
  { readClient, secret, now }: { readClient: ReadClient; secret: string; now: Date },
  token: string,
): Promise<StoredOffer> {
  const contract = await findOffer(readClient, secret, token);
  requireOpen(contract, now);
  return contract as StoredOffer;
}

/** What the holder of a private link sees of the contract. */
export function viewOffer(contract: StoredOffer, token: string, now: Date): OfferView {
  const { offer } = contract;
  return {
    token,
    uuid: uuidOfContract(contract._id),
    state: offerState(contract, offer, now),
    edition: editionOf(offer),
    expiresAt: offer.expiresAt,
    fields: clientFields.map(({ name }) => [
      `contactInfo.${name}`,
      String(valueAt(contract.contactInfo, name) ?? ""),
    ]),
    catalogue: offer.catalogue.map(({ _key, ...entry }) => entry),
    choices: choicesOf(contract.services),
    tax: contract.tax ?? null,
    custom: contract.customServices.map(({ description, price }) => ({ description, price })),
    coupon: offer.coupon,
  };
}
