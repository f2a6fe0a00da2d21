import {
  changeContract,
  type ContractStore,
  findContract,
  isContractId,
  orUnavailable,
  type StoredContract,
} from "../store/contract-store.server.ts";
import { clientName } from "../../model/contracts/client-fields.ts";
import { offerState, expiryOf, type OfferView } from "../../model/contracts/offer.ts";
import { randomUUID } from "node:crypto";
import { AppError } from "../../platform/errors.ts";
import { type FormDeps, reportTo } from "../../submissions/form-action.server.ts";
import { confirmationToken, offerToken, readOfferToken } from "../store/private-links.server.ts";
import { findCoupon } from "../order/prices.server.ts";
import { findOffer, uuidOfContract, viewOffer } from "../store/find-offer.server.ts";
import { editCatalogue, editOffer, isUnsigned, offerDefaults } from "./edit-offer.server.ts";
import { createOffer, OFFER_FIELDS, requireOwnIntent } from "./new-offer.server.ts";
import { receiveForm } from "../../platform/http/receive-form.server.ts";
import type { Coupon } from "../../model/contracts/coupon.ts";
import type { OrderPageData, OrderServiceData } from "../order/order-query.ts";
import { priceOrder, pricedLines } from "../../model/contracts/pricing.ts";
import { choicesOf } from "../../model/contracts/services.ts";
import type { OfferFormData } from "./offer-form.tsx";
import { contractLinkEmail } from "../billing/emails/order-jobs.server.ts";

/** `revoke` closes the link. `renew` replaces it by a new one that is open for `days` days. */
export type OfferChange = { kind: "revoke" } | { kind: "renew"; days: number };

/** Changes the link of a contract. Returns false when it is accepted already or does not exist. */
export async function changeOffer(store: ContractStore, id: string, change: OfferChange): Promise<boolean> {
  const now = store.clock();
  let changed = false;
  await changeContract(store, id, ({ status, offer }) => {
    changed = offer !== undefined && offerState({ status }, offer, now) !== "accepted";
    if (!changed || !offer) return null;
    return change.kind === "revoke"
      ? { fields: { "offer.revokedAt": now.toISOString() } }
      : {
          fields: {
            "offer.revokedAt": "",
            "offer.version": offer.version + 1,
            "offer.expiresAt": expiryOf(change.days, now),
          },
        };
  });
  return changed;
}

function formData(
  catalogue: OrderServiceData[],
  contract: StoredContract | null,
  coupon: Coupon | null,
): OfferFormData {
  const choices = contract ? choicesOf(contract.services) : [];
  const custom = contract ? pricedLines(contract.customServices) : [];
  return {
    catalogue,
    defaults: contract && offerDefaults(contract),
    totals: priceOrder(catalogue, choices, custom, coupon),
    coupon,
  };
}

interface OffersDeps extends FormDeps {
  loadPage: () => Promise<OrderPageData>;
}

export function createOffers({ env, secret, clients, queue, emailSite, clock, log, loadPage }: OffersDeps) {
  const { readClient, writeClient } = clients;
  const report = reportTo(log, "contract");

  const available = orUnavailable("Contracts", report);

  /**
   * Returns the contract of a private link, with the token of its confirmation: `replaced` when a newer link exists or the
   * contract was deleted, null when the link was not made by this site.
   */
  async function load(
    token: string,
  ): Promise<{ offer: OfferView; confirmation: string } | "replaced" | null> {
    const contract = await available(findOffer(readClient, secret, token));
    if (!contract) return readOfferToken(secret, token) ? "replaced" : null;
    const confirmation = confirmationToken(secret, uuidOfContract(contract._id));
    return { offer: viewOffer(contract, token, clock()), confirmation };
  }

  function privateLink(id: string, version: number): string {
    return `${env.publicUrl}/contract/${offerToken(secret, { uuid: uuidOfContract(id), version })}`;
  }

  const stored = (id: string) => available(findContract(readClient, id));

  /** Returns a contract's private link for admins; null when there is no such contract. */
  async function loadLink(id: string) {
    const contract = await stored(id);
    if (!contract?.offer) return null;
    const { offer, contactInfo, total } = contract;
    return {
      id,
      isUnsigned: isUnsigned(contract),
      client: clientName(contactInfo),
      totalCents: total,
      state: offerState(contract, offer, clock()),
      expiresAt: offer.expiresAt,
      createdBy: offer.createdBy,
      link: privateLink(id, offer.version),
      mailing: env.mail.on ? { email: contactInfo.email, nonce: randomUUID() as string } : null,
    };
  }

  /**
   * Emails the private link to the client. Returns `closed` when it is not open, `failed` when the queue cannot be written,
   * null when there is no such contract.
   */
  async function mailLink(
    id: string,
    { by, nonce }: { by: string; nonce: string },
  ): Promise<"mailed" | "closed" | "failed" | null> {
    const contract = await stored(id);
    if (!contract?.offer) return null;
    if (!env.mail.on || offerState(contract, contract.offer, clock()) !== "open") return "closed";
    const link = privateLink(id, contract.offer.version);
    try {
      await queue.send([
        contractLinkEmail(emailSite, { ...contract, offer: contract.offer }, { link, by, nonce }),
      ]);
      return "mailed";
    } catch (error) {
      report(new AppError("internal", "The queue cannot be written.", { cause: error }));
      return "failed";
    }
  }

  /** Revokes or renews a contract's link. Returns false when there is nothing to change. */
  async function change(id: string, wanted: OfferChange): Promise<boolean> {
    if (!isContractId(id)) return false;
    return available(changeOffer({ readClient, writeClient, clock }, id, wanted));
  }

  /** Today's prices and coupons. Throws a 503 Response when the store does not answer. */
  async function pricesAt(now: Date) {
    const { catalogue } = await loadPage();
    return { catalogue, findCoupon: (code: string) => findCoupon(readClient, code, now) };
  }

  const rules = { names: OFFER_FIELDS };

  /** Receives the form of a new contract. Throws a Response: of a form that cannot be read, 503 when the store does not answer. */
  const create = (request: Request, createdBy: string) =>
    receiveForm(request, rules, async ({ form }) => {
      const now = clock();
      const deps = { writeClient, ...(await pricesAt(now)), createdBy, now };
      return available(createOffer(requireOwnIntent(form), deps));
    });

  /** Returns a new form, filled with the content of another contract at today's prices when `from` names one. */
  async function loadNew(from: string | null): Promise<OfferFormData> {
    const prices = await pricesAt(clock());
    const copied = from === null ? null : await stored(from);
    const coupon = copied?.couponCode ? await available(prices.findCoupon(copied.couponCode)) : null;
    return formData(prices.catalogue, copied, coupon);
  }

  /** Returns the form of a contract that nobody has signed yet, `signed` after that, null when there is none. */
  async function loadEdit(
    id: string,
  ): Promise<(OfferFormData & { id: string; rev: string }) | "signed" | null> {
    const contract = await stored(id);
    if (!contract?.offer) return null;
    if (!isUnsigned(contract)) return "signed";
    const { catalogue } = await loadPage();
    const { offer, _rev: rev } = contract;
    return { id, rev, ...formData(editCatalogue(catalogue, offer), contract, offer.coupon) };
  }

  /** Receives the form of an edited contract. Throws a Response like `create`, and 404 when there is no such contract. */
  const edit = (request: Request, id: string, by: string) =>
    receiveForm(request, rules, async ({ form }) => {
      const deps = { readClient, writeClient, clock, ...(await pricesAt(clock())) };
      return available(editOffer(deps, id, requireOwnIntent(form), by));
    });

  return { load, loadLink, mailLink, change, create, loadNew, loadEdit, edit };
}
