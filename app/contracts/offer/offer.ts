import type { ContractDocument } from "../contract-document.ts";
import type { Coupon } from "../coupon.ts";
import type { CatalogueEntry } from "../pricing.ts";

/** What an admin has put into a contract for one client: the prices hold as long as the offer does. */
export interface Offer {
  /** Which link leads to it. A new link makes the one before it invalid. */
  version: number;
  /** ISO time. */
  expiresAt: string;
  /** ISO time, or `""`. */
  revokedAt: string;
  /** E-mail of the admin. */
  createdBy: string;
  /** The services of the offer at the prices of its day. */
  catalogue: (CatalogueEntry & { _key: string })[];
  coupon: Coupon | null;
}

/** `open` can be signed and paid; `accepted` has been: by invoice, or paid. */
export type OfferState = "open" | "accepted" | "revoked" | "expired";

export const OFFER_STATES: Record<OfferState, string> = {
  open: "Waiting for the client",
  accepted: "Accepted by the client",
  revoked: "Revoked",
  expired: "Expired",
};

/** What a client may still do with an offer. What was accepted stays accepted. */
export function offerState(
  { status }: Pick<ContractDocument, "status">,
  offer: Offer,
  now: Date,
): OfferState {
  if (status === "completed" || status === "invoice") return "accepted";
  if (offer.revokedAt) return "revoked";
  return new Date(offer.expiresAt) <= now ? "expired" : "open";
}
