import { randomUUID } from "node:crypto";
import { AppError, isAppError } from "../../platform/errors.ts";
import type { FormDeps } from "../../submissions/form-deps.server.ts";
import type { Orders } from "../orders.server.ts";
import { confirmationToken } from "../confirmation.server.ts";
import { getContract, isContractId } from "../contract-store.server.ts";
import { findCoupon } from "../find-coupon.server.ts";
import { changeOffer, type OfferChange } from "./change-offer.server.ts";
import { findOffer, uuidOfContract } from "./find-offer.server.ts";
import { createOffer, type OfferAnswer } from "./new-offer.server.ts";
import { contractLinkEmail } from "../emails.server.tsx";
import { offerState } from "./offer.ts";
import { offerToken, readOfferToken } from "./offer-token.server.ts";
import type { OfferView } from "./offer-view.ts";
import { viewOffer } from "./offer-view.server.ts";

interface OffersDeps extends FormDeps {
  orders: Pick<Orders, "loadPage" | "report">;
}

/** Contracts that admins make for one client, and their private links. */
export function createOffers({ env, secret, clients, queue, emailSite, orders }: OffersDeps) {
  const { readClient, writeClient } = clients;

  /** Throws a 503 Response when the store does not answer, and reports it. */
  async function orUnavailable<Result>(asking: Promise<Result>): Promise<Result> {
    try {
      return await asking;
    } catch (error) {
      orders.report(error);
      const status = isAppError(error) ? error.status : 503;
      throw new Response("Contracts are unavailable.", { status, headers: { "Retry-After": "30" } });
    }
  }

  /**
   * The contract behind a private link, with the token of its confirmation: `replaced` when a newer link leads to it or it is
   * not there any more, null when the link is none of ours.
   */
  async function load(
    token: string,
  ): Promise<{ offer: OfferView; confirmation: string } | "replaced" | null> {
    const contract = await orUnavailable(findOffer(readClient, secret, token));
    if (!contract) return readOfferToken(secret, token) ? "replaced" : null;
    const confirmation = confirmationToken(secret, uuidOfContract(contract._id));
    return { offer: viewOffer(contract, token, new Date()), confirmation };
  }

  function privateLink(id: string, version: number): string {
    return `${env.publicUrl}/contract/${offerToken(secret, { uuid: uuidOfContract(id), version })}`;
  }

  /** What an admin sees of a contract's private link; null when there is no such contract. */
  async function loadLink(id: string) {
    const contract = isContractId(id) ? await orUnavailable(getContract(readClient, id)) : null;
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

  /** Mails the client the private link: `closed` when it is not open, `failed` when the queue cannot be written; null: no such contract. */
  async function mailLink(
    id: string,
    { by, nonce }: { by: string; nonce: string },
  ): Promise<"mailed" | "closed" | "failed" | null> {
    const contract = isContractId(id) ? await orUnavailable(getContract(readClient, id)) : null;
    if (!contract?.offer) return null;
    if (!env.mail.on || offerState(contract, contract.offer, new Date()) !== "open") return "closed";
    const link = privateLink(id, contract.offer.version);
    try {
      queue.send([contractLinkEmail(emailSite, { ...contract, offer: contract.offer }, { link, by, nonce })]);
      return "mailed";
    } catch (error) {
      orders.report(new AppError("internal", "The queue cannot be written.", { cause: error }));
      return "failed";
    }
  }

  /** Revokes a contract's link or makes a new one. False when there is nothing to change. */
  async function change(id: string, wanted: OfferChange): Promise<boolean> {
    if (!isContractId(id)) return false;
    return orUnavailable(changeOffer({ readClient, writeClient }, id, wanted, new Date()));
  }

  /** Takes the posted form of a new contract. */
  async function create(form: FormData, createdBy: string): Promise<OfferAnswer> {
    const now = new Date();
    const { catalogue } = await orders.loadPage();
    return orUnavailable(
      createOffer(form, {
        writeClient,
        catalogue,
        findCoupon: (code) => findCoupon(readClient, code, now),
        createdBy,
        now,
      }),
    );
  }

  return { load, loadLink, mailLink, change, create };
}
