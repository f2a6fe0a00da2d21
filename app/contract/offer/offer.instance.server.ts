import { randomUUID } from "node:crypto";
import { contentStore } from "../../content/client.instance.server.ts";
import { env } from "../../platform/env.instance.server.ts";
import { AppError, isAppError } from "../../platform/errors.ts";
import { secret } from "../../platform/secret.instance.server.ts";
import { letterSite } from "../../submissions/mail/site-mail.instance.server.ts";
import { siteQueue } from "../../submissions/queue/site-queue.instance.server.ts";
import { confirmationToken } from "../confirmation.server.ts";
import { getContract, isContractId } from "../contract-store.server.ts";
import { findCoupon } from "../find-coupon.server.ts";
import { loadOrderPage, reportOrder } from "../order.instance.server.ts";
import { changeOffer, type OfferChange } from "./change-offer.server.ts";
import { findOffer, uuidOfContract } from "./find-offer.server.ts";
import { createOffer, type OfferAnswer } from "./new-offer.server.ts";
import { offerLetter } from "./offer-letter.server.ts";
import { offerState } from "./offer.ts";
import { offerToken } from "./offer-token.server.ts";
import type { OfferView } from "./offer-view.ts";
import { viewOffer } from "./offer-view.server.ts";

/** Throws a 503 Response when the store does not answer, and reports it. */
async function orUnavailable<Result>(asking: Promise<Result>): Promise<Result> {
  try {
    return await asking;
  } catch (error) {
    reportOrder(error);
    const status = isAppError(error) ? error.status : 503;
    throw new Response("Contracts are unavailable.", { status, headers: { "Retry-After": "30" } });
  }
}

/** The contract behind a private link, with the token of its confirmation; null when the link leads nowhere. */
export async function loadOffer(token: string): Promise<{ offer: OfferView; confirmation: string } | null> {
  const contract = await orUnavailable(findOffer(contentStore.readClient, secret, token));
  if (!contract) return null;
  const confirmation = confirmationToken(secret, uuidOfContract(contract._id));
  return { offer: viewOffer(contract, token, new Date()), confirmation };
}

function privateLink(id: string, version: number): string {
  return `${env.publicUrl}/contract/${offerToken(secret, { uuid: uuidOfContract(id), version })}`;
}

/** What an admin sees of a contract's private link; null when there is no such contract. */
export async function loadOfferLink(id: string) {
  const contract = isContractId(id) ? await orUnavailable(getContract(contentStore.readClient, id)) : null;
  if (!contract?.offer) return null;
  const { offer, contactInfo, total } = contract;
  return {
    id,
    client: `${contactInfo.firstName} ${contactInfo.lastName}`,
    totalCents: total,
    state: offerState(contract, offer, new Date()),
    expiresAt: offer.expiresAt,
    createdBy: offer.createdBy,
    link: privateLink(id, offer.version),
    mailing: env.mail.on ? { email: contactInfo.email, nonce: randomUUID() as string } : null,
  };
}

/** Mails the client the private link, while it is open. False when that is not so, or the mail cannot be kept. */
export async function mailOfferLink(
  id: string,
  { by, nonce }: { by: string; nonce: string },
): Promise<boolean> {
  const contract = isContractId(id) ? await orUnavailable(getContract(contentStore.readClient, id)) : null;
  if (!env.mail.on || !contract?.offer || offerState(contract, contract.offer, new Date()) !== "open")
    return false;
  const link = privateLink(id, contract.offer.version);
  try {
    siteQueue(contentStore.writeClient).send([
      offerLetter(letterSite, { ...contract, offer: contract.offer }, { link, by, nonce }),
    ]);
    return true;
  } catch (error) {
    reportOrder(new AppError("internal", "The queue cannot be written.", { cause: error }));
    return false;
  }
}

/** Revokes a contract's link or makes a new one. False when there is nothing to change. */
export async function handleOfferChange(id: string, change: OfferChange): Promise<boolean> {
  if (!isContractId(id)) return false;
  return orUnavailable(changeOffer(contentStore, id, change, new Date()));
}

/** Takes the posted form of a new contract. */
export async function handleNewOffer(form: FormData, createdBy: string): Promise<OfferAnswer> {
  const now = new Date();
  const { catalogue } = await loadOrderPage();
  return orUnavailable(
    createOffer(form, {
      writeClient: contentStore.writeClient,
      catalogue,
      findCoupon: (code) => findCoupon(contentStore.readClient, code, now),
      createdBy,
      now,
    }),
  );
}
