import type { ContactInfo } from "../contract-document.ts";
import { pricedLines } from "../price-contract.server.ts";
import { choicesOf } from "../services.ts";
import { uuidOfContract, type StoredOffer } from "./find-offer.server.ts";
import { offerState } from "./offer.ts";
import type { OfferView } from "./offer-view.ts";

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
