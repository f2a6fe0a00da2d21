import type { ContentStore } from "../../platform/content-store.ts";
import { changeContract } from "../contract-store.server.ts";
import { offerState } from "./offer.ts";
import { expiryOf } from "./offer-days.ts";

/** Revoke: nobody can sign or pay over the link any more. Renew: a new link, open for so many days; the old one is gone. */
export type OfferChange = { kind: "revoke" } | { kind: "renew"; days: number };

/** Changes the link of a contract that nobody has accepted yet. False when it is accepted, or no such contract. */
export async function changeOffer(
  store: ContentStore,
  id: string,
  change: OfferChange,
  now: Date,
): Promise<boolean> {
  let changed = false;
  await changeContract(store, id, ({ status, offer }) => {
    changed = offer !== undefined && offerState({ status }, offer, now) !== "accepted";
    if (!changed || !offer) return null;
    return change.kind === "revoke"
      ? { "offer.revokedAt": now.toISOString() }
      : {
          "offer.revokedAt": "",
          "offer.version": offer.version + 1,
          "offer.expiresAt": expiryOf(change.days, now),
        };
  });
  return changed;
}
