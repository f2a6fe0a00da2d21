import { randomUUID } from "node:crypto";
import { redirect } from "@remix-run/node";
import { contractPath } from "../../model/admin-paths.ts";
import { clientName } from "../../model/contracts/client-fields.ts";
import type { Coupon } from "../../model/contracts/coupon.ts";
import { offerState, expiryOf, readDays, type OfferView } from "../../model/contracts/offer.ts";
import { priceOrder } from "../../model/contracts/pricing.ts";
import { choicesOf } from "../../model/contracts/services.ts";
import { readTax, type Tax } from "../../model/contracts/tax.ts";
import { isUuid } from "../../model/uuid.ts";
import { orUnavailable } from "../../platform/content-store.server.ts";
import { AppError } from "../../platform/errors.ts";
import { receiveForm, reply, type Reply } from "../../platform/http/receive-form.server.ts";
import { type FormDeps, reportTo } from "../../submissions/form-action.server.ts";
import { contractLinkEmail } from "../billing/emails/order-jobs.server.ts";
import type { OrderPageData, OrderServiceData } from "../order/order-query.ts";
import { findCoupon } from "../order/prices.server.ts";
import {
  changeContract,
  type ContractStore,
  findContract,
  isContractId,
  type StoredContract,
} from "../store/contract-store.server.ts";
import { findOffer, uuidOfContract, viewOffer } from "../store/find-offer.server.ts";
import { confirmationToken, offerToken, readOfferToken } from "../store/private-links.server.ts";
import { editCatalogue, editOffer, isUnsigned, offerDefaults } from "./edit-offer.server.ts";
import { createOffer, OFFER_FIELDS, requireOwnIntent } from "./new-offer.server.ts";
import type { OfferFormData } from "./offer-form.tsx";

/** `revoke` closes the link. `renew` replaces it by a new one that is open for `days` days. */
type OfferChange = { kind: "revoke" } | { kind: "renew"; days: number };

/** `refused`: the client has accepted in the meantime. */
export type OfferLinkResult = "refused" | "mailed" | "not-mailed";

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
  { catalogue, tax }: { catalogue: OrderServiceData[]; tax: Tax | null },
  contract: StoredContract | null,
  coupon: Coupon | null,
): OfferFormData {
  const choices = contract ? choicesOf(contract.services) : [];
  const custom = contract ? contract.customServices : [];
  return {
    catalogue,
    defaults: contract && offerDefaults(contract),
    totals: priceOrder(catalogue, choices, custom, coupon, tax),
    coupon,
  };
}

interface OffersDeps extends FormDeps {
  loadPage: () => Promise<OrderPageData>;
}

export function createOffers({ env, secret, clients, queue, emailSite, clock, log, loadPage }: OffersDeps) {
  const { readClient, writeClient } = clients;
  const report = reportTo(log, "contract");

  const available = <Result>(asking: Promise<Result>) => orUnavailable(asking, report);

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
      /** The client's email and the nonce of this page; null while emails are off. */
      mailing: env.mail.on ? { email: contactInfo.email, nonce: randomUUID() as string } : null,
    };
  }

  /** Emails the private link to the client, once per load of the page. */
  async function mailLink(
    id: string,
    nonce: string,
    by: string,
  ): Promise<Reply<{ outcome: OfferLinkResult }>> {
    if (!isUuid(nonce)) throw new Response("Unknown mailing.", { status: 400 });
    const contract = await stored(id);
    if (!contract?.offer) throw new Response("Not found", { status: 404 });
    const { offer } = contract;
    if (!env.mail.on || offerState(contract, offer, clock()) !== "open")
      return reply({ outcome: "not-mailed" }, 409);
    const link = privateLink(id, offer.version);
    try {
      await queue.send([contractLinkEmail(emailSite, { ...contract, offer }, { link, by, nonce })]);
      return reply({ outcome: "mailed" });
    } catch (error) {
      report(new AppError("internal", "The queue cannot be written.", { cause: error }));
      return reply({ outcome: "not-mailed" }, 503);
    }
  }

  /**
   * Receives what an admin does with a contract's link, and loads its page again once it has changed. Throws a Response: 400 for
   * something else, 404 when there is no contract to mail, 503 when the store does not answer.
   */
  const receiveLink = (request: Request, id: string, by: string) =>
    receiveForm(
      request,
      { names: ["intent", "days", "nonce"] },
      async ({ form }): Promise<Reply<{ outcome: OfferLinkResult }>> => {
        const intent = form.get("intent");
        if (intent === "mail") return mailLink(id, String(form.get("nonce") ?? ""), by);
        if (intent !== "revoke" && intent !== "renew") throw new Response("Unknown change.", { status: 400 });
        const days = readDays(form.get("days"));
        const wanted: OfferChange = intent === "revoke" ? { kind: intent } : { kind: intent, days };
        const isChanged =
          isContractId(id) && (await available(changeOffer({ readClient, writeClient, clock }, id, wanted)));
        if (isChanged) throw redirect(contractPath(id, "link"), 303);
        return reply({ outcome: "refused" }, 409);
      },
    );

  /** Today's prices and coupons. Throws a 503 Response when the store does not answer. */
  async function pricesAt(now: Date) {
    const { catalogue, payment } = await loadPage();
    const tax = readTax(payment?.tax);
    return { catalogue, tax, findCoupon: (code: string) => findCoupon(readClient, code, now) };
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
    return formData(prices, copied, coupon);
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
    const agreed = { catalogue: editCatalogue(catalogue, offer), tax: contract.tax ?? null };
    return { id, rev, ...formData(agreed, contract, offer.coupon) };
  }

  /** Receives the form of an edited contract. Throws a Response like `create`, and 404 when there is no such contract. */
  const edit = (request: Request, id: string, by: string) =>
    receiveForm(request, rules, async ({ form }) => {
      const deps = { readClient, writeClient, clock, ...(await pricesAt(clock())) };
      return available(editOffer(deps, id, requireOwnIntent(form), by));
    });

  return { load, loadLink, receiveLink, create, loadNew, loadEdit, edit };
}

/** The page of a contract's private link. */
export type LinkPage = NonNullable<Awaited<ReturnType<ReturnType<typeof createOffers>["loadLink"]>>>;
