import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { StoredContract } from "../../app/contracts/store/contract-store.server.ts";
import { renewedToken } from "../../app/contracts/store/private-links.server.ts";
import type { CalendarDate } from "../../app/model/contracts/billing-dates.ts";
import { startBillingSite } from "./billing-site.ts";
import { pageToken, postForm } from "./form-posts.ts";
import { orderVisitor } from "./order-visitor.ts";
import { lakeClient, lakeTokens } from "./site.ts";

/** Noon in New York, in winter. */
export const noon = (date: CalendarDate) => new Date(`${date}T17:00:00.000Z`);

/** A page as text, without its markup. */
const textOf = (html: string): string =>
  /<main[\s\S]*<\/main>/
    .exec(html)?.[0]
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ") ?? "";

/** A client with services that renew, on a site with a clock beside Stripe's stand-in. Presses buttons as without scripts. */
export async function startRenewals(startsOn: CalendarDate) {
  const site = await startBillingSite(noon(startsOn));
  const secret = readFileSync(join(site.dataDir, "session-secret"), "utf8").trim();
  let today = startsOn;

  const goTo = async (date: CalendarDate) => {
    today = date;
    await site.advance(noon(date));
  };

  /** An order of maintenance, paid by its method. Returns the UUID of its contract. */
  async function order(method: "stripe" | "invoice", frequency: string, more: Record<string, string> = {}) {
    const submissionId = randomUUID();
    const visitor = orderVisitor(site.origin, site.standIn.origin, {
      ...(await pageToken(site.origin)),
      submissionId,
      paymentMethod: method,
      "services.websiteMaintenance.selected": "on",
      "services.websiteMaintenance.paymentFrequency": frequency,
      ...more,
    });
    await (method === "stripe" ? visitor.startOver() : visitor.order());
    return submissionId;
  }

  async function stored(uuid: string): Promise<StoredContract> {
    const contract = await lakeClient(site, lakeTokens(site.dataDir).read).getDocument<StoredContract>(
      `contract.${uuid}`,
    );
    if (!contract) throw new Error(`No contract ${uuid}`);
    return contract as StoredContract;
  }

  const linkOf = (uuid: string) => `${site.origin}/order/${renewedToken(secret, uuid, noon(today))}`;

  /** The order page as text. */
  const page = async (uuid: string) => textOf(await (await fetch(linkOf(uuid))).text());

  /** Presses a button of the order page, as a browser without scripts. */
  const press = (uuid: string, intent: string, headers: Record<string, string> = {}) =>
    postForm(linkOf(uuid), { intent }, headers);

  const charges = (uuid: string) => {
    const { state } = site.standIn;
    return state.all("charge").filter(({ customer }) => {
      const { metadata } = state.get(customer, "customer") as unknown as { metadata: { contractId: string } };
      return metadata.contractId === `contract.${uuid}`;
    });
  };

  /** Kinds of the emails to the client of a contract. */
  const emails = async (uuid: string) =>
    (await site.emails())
      .filter((id) => id.startsWith(`contract.${uuid}/`) && !id.includes("notice"))
      .map((id) =>
        id.split("/")[1]?.replace(/(?<=requested|revoked|reminder|cancelled|charged|failed).*/, ""),
      );

  /** Replaces the card in Stripe's portal, from the button on the order page. Resolves to the page where that leads, as text. */
  async function replaceCard(uuid: string, number: string, { comesBack = true } = {}): Promise<string> {
    const opened = await press(uuid, "card");
    if (opened.status !== 303) throw new Error(`The portal was not opened: ${opened.status}`);
    const portal = opened.headers.get("location") ?? "";
    const saved = await postForm(portal, { number });
    const back = new URL(saved.headers.get("location") ?? "").pathname;
    if (back !== new URL(linkOf(uuid)).pathname) throw new Error(`The portal leads to ${back}.`);
    return comesBack ? textOf(await (await fetch(saved.headers.get("location") ?? "")).text()) : "";
  }

  return {
    ...site,
    secret,
    today: () => today,
    goTo,
    order,
    stored,
    page,
    press,
    charges,
    emails,
    replaceCard,
    linkOf,
  };
}

/** Kinds of what happened to a contract. */
export const kinds = ({ history = [] }: StoredContract): string[] => history.map(({ kind }) => kind);
