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

/** How long a private link may be open, in days. */
export const OFFER_DAYS = [7, 14, 30, 90] as const;
export const DEFAULT_DAYS = 30;

const DAY = 24 * 60 * 60 * 1000;

/** The posted number of days if it is one of the offered, else the default. */
export function readDays(posted: unknown): number {
  return OFFER_DAYS.find((days) => String(days) === posted) ?? DEFAULT_DAYS;
}

/** ISO time at which a link that is made now closes. */
export function expiryOf(days: number, now: Date): string {
  return new Date(now.getTime() + days * DAY).toISOString();
}

const moment = new Intl.DateTimeFormat("en-US", {
  dateStyle: "long",
  timeStyle: "short",
  timeZone: "America/New_York",
});

/** A moment of a contract in words, where the company is. Takes ISO time. */
export function formatOfferTime(time: string): string {
  return moment.format(new Date(time));
}

/** The admin's page of a contract's private link. `id` is the document's. */
export function offerLinkPath(id: string): string {
  return `/admin/contracts/${encodeURIComponent(id)}/link`;
}

/** Whether a contract is one that an admin has made: only those have a private link. */
export function isOffer(id: string): boolean {
  return id.startsWith("adminContract.");
}
