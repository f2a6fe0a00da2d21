import { LOCALE } from "../locale.ts";
import type { ContractDocument, Offer } from "./contract-document.ts";
import type { Coupon } from "./coupon.ts";
import { priceOrder, type CustomService, type OrderTotals } from "./pricing.ts";
import type { CatalogueEntry, ServiceChoice } from "./services.ts";
import type { Tax } from "./tax.ts";

/** `open` can be signed and paid; `accepted` has been: by invoice, or paid. */
export type OfferState = "open" | "accepted" | "revoked" | "expired";

export const OFFER_STATES: Record<OfferState, string> = {
  open: "Waiting for the client",
  accepted: "Accepted by the client",
  revoked: "Revoked",
  expired: "Expired",
};

/** Returns what a client may still do with an offer. An accepted one stays accepted. */
export function offerState(
  { status }: Pick<ContractDocument, "status">,
  offer: Offer,
  now: Date,
): OfferState {
  if (status === "completed" || status === "invoice") return "accepted";
  if (offer.revokedAt) return "revoked";
  return new Date(offer.expiresAt) <= now ? "expired" : "open";
}

/** Returns how often an offer was edited, and one. */
export function editionOf({ edition = 1 }: Offer): number {
  return edition;
}

/** How long a private link may be open, in days. */
export const OFFER_DAYS = [7, 14, 30, 90] as const;
export const DEFAULT_DAYS = 30;

const DAY = 24 * 60 * 60 * 1000;

/** Returns the posted number of days if it is one of `OFFER_DAYS`, else the default. */
export function readDays(posted: unknown): number {
  return OFFER_DAYS.find((days) => String(days) === posted) ?? DEFAULT_DAYS;
}

/** Returns the ISO time at which a link made now expires. */
export function expiryOf(days: number, now: Date): string {
  return new Date(now.getTime() + days * DAY).toISOString();
}

const moment = new Intl.DateTimeFormat(LOCALE.language, {
  year: "numeric",
  month: "long",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZone: LOCALE.timeZone,
  timeZoneName: "short",
});

/** Formats an ISO time in the company's time zone, which it names. */
export function formatOfferTime(time: string): string {
  return moment.format(new Date(time));
}

/** Whether an id is that of an adminContract: only those have a private link. */
export function isOffer(id: string): boolean {
  return id.startsWith("adminContract.");
}

/** The part of an adminContract that its client's browser gets. */
export interface OfferView {
  /** The last part of the private link. */
  token: string;
  uuid: string;
  state: OfferState;
  /** Incremented by every edit. */
  edition: number;
  /** ISO time. */
  expiresAt: string;
  /** What the contact step starts with, by the names of its fields. */
  fields: [name: string, value: string][];
  catalogue: CatalogueEntry[];
  choices: ServiceChoice[];
  custom: CustomService[];
  coupon: Coupon | null;
  tax: Tax | null;
}

export function offerTotals({ catalogue, choices, custom, coupon, tax }: OfferView): OrderTotals {
  return priceOrder(catalogue, choices, custom, coupon, tax);
}
