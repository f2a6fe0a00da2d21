import { randomUUID } from "node:crypto";
import type { BrowserContext } from "@playwright/test";
import { storeAccount } from "./admins.ts";
import { sampleCustomPage } from "./custom-page.ts";
import { cardSite, cardSiteDataDir, signInOnCardSite } from "./e2e.ts";
import { cardStore, makeOffer, uniqueEmail } from "./order-page.ts";
import { placeOrder } from "./place-order.ts";
import { sampleMessage, sampleQuestionnaire, sampleSubscriber, storeSamples } from "./sample-submissions.ts";

// Something to show for each page of the site with cards.

/** Stores what the pages show. Resolves to the path of the page of a route, such as `/order/:token`. */
export async function fillPages(context: BrowserContext): Promise<(route: string) => string> {
  const store = await cardStore();
  await signInOnCardSite(context);
  const cards = { origin: cardSite, dataDir: await cardSiteDataDir() };
  const { order, contractId: contract, number } = await placeOrder(cards);
  const offerPage = await makeOffer(context.request, uniqueEmail("offer"));
  const offer = /contracts\/(?<id>[^/]+)/.exec(offerPage)?.groups?.["id"] ?? "";
  const outbox = await (await context.request.get(`${cardSite}/admin/outbox`)).text();
  const file = /\/admin\/outbox\/([\w.%-]+)/.exec(outbox)?.[1] ?? "";
  await storeSamples(store, sampleQuestionnaire, 1);
  await storeSamples(store, sampleMessage, 1);
  await storeSamples(store, sampleSubscriber, 1);
  const slug = `page-${randomUUID()}`;
  const image = await store.fetch<unknown>(`*[_type == "aboutPage"][0].image`);
  await store.create(sampleCustomPage(slug, image));
  const post = await store.fetch<string>(`*[_type == "post"][0].slug.current`);
  const values: [prefix: RegExp, name: string, value: string][] = [
    [/^\/order/, "/order/:token", order],
    [/\/contracts\/:id\/(?:link|edit)$/, ":id", offer],
    [/\/contracts/, ":id", contract],
    [/\/questionnaires/, ":id", "questionnaire.sample-0"],
    [/\/messages/, ":id", "contact.sample-0"],
    [/\/subscribers/, ":id", "subscriber.sample-0"],
    [/^\/guide/, ":name", "first-hour"],
    [/^\/blog/, ":slug", post],
    [/^\/:slug/, ":slug", slug],
    [/./, ":number", number],
    [/./, ":file", file],
    [/./, "*", "no/such/page"],
  ];
  return (route) =>
    values.reduce(
      (path, [prefix, name, value]) => (prefix.test(route) ? path.replace(name, value) : path),
      route,
    );
}

/** Resolves to the path of an offer that nobody has accepted. */
export async function newOffer(context: BrowserContext): Promise<string> {
  await signInOnCardSite(context);
  const linkPage = await makeOffer(context.request, uniqueEmail("offer"));
  const html = await (await context.request.get(cardSite + linkPage)).text();
  await context.clearCookies();
  return /\/contract\/[\w.-]+/.exec(html)?.[0] ?? "";
}

/** Signs in as far as the page that asks for the code. */
export async function waitForCode(context: BrowserContext): Promise<void> {
  const account = { email: `${randomUUID()}@example.com`, password: "difference engine no. 2" };
  const site = { origin: cardSite, dataDir: await cardSiteDataDir() };
  await storeAccount(site, { ...account, totpSecret: "JBSWY3DPEHPK3PXP" });
  const headers = { origin: cardSite };
  await context.request.post(`${cardSite}/login`, { form: account, headers, maxRedirects: 0 });
}
