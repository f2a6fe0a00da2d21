import type { ReadClient } from "../../platform/content-store.ts";
import { AppError } from "../../platform/errors.ts";
import { requireUuid } from "../../submissions/submission-id.server.ts";
import { getContract, type StoredContract } from "../contract-store.server.ts";
import { contractMessages } from "../messages.ts";
import { offerState, type Offer } from "./offer.ts";
import { readOfferToken } from "../private-links.server.ts";
import type { ContactInfo } from "../contract-document.ts";
import { pricedLines } from "../price-contract.server.ts";
import { choicesOf } from "../services.ts";
import type { OfferView } from "./offer-screen.tsx";

export type StoredOffer = StoredContract & { offer: Offer };

/** The document id of a contract that an admin has made. Throws an AppError `bad-request` for what is no UUID. */
export function offerId(uuid: string): string {
  return `adminContract.${requireUuid(uuid)}`;
}

/** The UUID of a contract's id, whichever of its two kinds it is. */
export function uuidOfContract(id: string): string {
  return id.slice(id.indexOf(".") + 1);
}

/** The contract that a private link leads to; null for a forged link and for one that a newer one has replaced. */
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
 * Lets through what can be signed or paid, and what has been: sent again, that changes nothing. Throws an AppError
 * `payment/offer-closed` (410) for all else.
 */
export function requireOpen(contract: StoredContract | null, now: Date): void {
  const state = contract?.offer && offerState(contract, contract.offer, now);
  if (state === "open" || state === "accepted") return;
  throw new AppError("payment/offer-closed", `${contract?._id ?? "A contract"} is ${state ?? "unknown"}.`, {
    status: 410,
    safeMessage: contractMessages.offerClosed,
  });
}

/** The contract behind a private link that somebody signs or pays over. Throws as `requireOpen` does. */
export async function openOffer(
  { readClient, secret, now }: { readClient: ReadClient; secret: string; now: Date },
  token: string,
): Promise<StoredOffer> {
  const contract = await findOffer(readClient, secret, token);
  requireOpen(contract, now);
  return contract as StoredOffer;
}

function contactFields({ address, ...contact }: ContactInfo): [string, string][] {
  return [
    ...Object.entries(contact).map(([name, value]): [string, string] => [`contactInfo.${name}`, value]),
    ...Object.entries(address).map(([name, value]): [string, string] => [
      `contactInfo.address.${name}`,
      value,
    ]),
  ];
}

/** What the holder of a private link sees of the contract. */
export function viewOffer(contract: StoredOffer, token: string, now: Date): OfferView {
  const { offer } = contract;
  return {
    token,
    uuid: uuidOfContract(contract._id),
    state: offerState(contract, offer, now),
    expiresAt: offer.expiresAt,
    fields: contactFields(contract.contactInfo),
    catalogue: offer.catalogue.map(({ _key, ...entry }) => entry),
    choices: choicesOf(contract.services),
    custom: pricedLines(contract.customServices),
    coupon: offer.coupon,
  };
}
