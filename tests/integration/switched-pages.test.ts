import { afterAll, beforeAll, expect, test } from "vitest";
import { contractMessages } from "../../app/model/contracts/messages.ts";
import { orderFields } from "../abuse/abuse-harness.ts";
import { actionResult, pageToken, postForm } from "../support/form-posts.ts";
import { lakeClient, lakeTokens, startSite, type RunningSite } from "../support/site.ts";

// Site settings, Pages: what is switched off does not exist for visitors.

/** Never called: no card is charged here. */
const STRIPE = {
  STRIPE_SECRET_KEY: "sk_test_switched",
  STRIPE_PUBLISHABLE_KEY: "pk_test_switched",
  STRIPE_API_BASE: "http://127.0.0.1:9",
};

let site: RunningSite;
let editor: ReturnType<typeof lakeClient>;
beforeAll(async () => {
  site = await startSite({ env: STRIPE });
  editor = lakeClient(site, lakeTokens(site.dataDir).write);
});
afterAll(() => site?.stop());

const switchOff = (...pages: string[]) =>
  editor
    .patch("siteSettings")
    .set({ offPages: pages.map((page) => `pageIntro-${page}`) })
    .commit();
const get = async (path: string) => {
  const response = await fetch(site.origin + path);
  return { status: response.status, text: await response.text() };
};
const statuses = async (...paths: string[]) =>
  Promise.all(paths.map(async (path) => (await get(path)).status));

const POST = "/blog/the-smallest-model";

test.each([
  { page: "blog", gone: ["/blog", POST, "/blog/rss.xml", "/share/blog.png", "/blog.data"] },
  { page: "questionnaire", gone: ["/questionnaire", "/share/questionnaire.png"] },
  { page: "contract", gone: ["/contract", "/share/contract.png"] },
])("the $page is there, is gone while it is off, and comes back", async ({ page, gone }) => {
  const there = gone.map(() => 200);
  const link = `href="/${page}`;
  const linking = page === "blog" ? "/" : "/get-started";
  const listed = async () => {
    const pages = [linking, "/sitemap.xml", "/search?q=form", "/search?q=smallest"].map((path) => get(path));
    const [linked, sitemap, ...found] = (await Promise.all(pages)).map(({ text }) => text);
    return {
      linked: linked?.includes(link),
      sitemap: sitemap?.includes(`/${page}`),
      found: found.some((text) => text.slice(text.indexOf("<main")).includes(link)),
    };
  };
  expect(await statuses(...gone)).toEqual(there);
  expect(await listed()).toMatchObject({ linked: true, sitemap: true });
  await switchOff(page);
  expect(await statuses(...gone)).toEqual(gone.map(() => 404));
  expect(await listed()).toEqual({ linked: false, sitemap: false, found: false });
  await switchOff();
  expect(await statuses(...gone)).toEqual(there);
  expect(await listed()).toMatchObject({ linked: true, sitemap: true });
});

test("services name no price that nobody can order while the order form is off", async () => {
  const offers = async () => (await get("/services")).text.match(/href="\/contract"|"@type":"Offer"/g) ?? [];
  expect(new Set(await offers()).size).toBeGreaterThan(0);
  await switchOff("contract");
  expect(await offers()).toEqual([]);
  await switchOff();
});

test("new orders go by invoice while cards are switched off", async () => {
  const card = async () => {
    const { status, text } = await get("/contract");
    expect(status).toBe(200);
    return text.includes(STRIPE.STRIPE_PUBLISHABLE_KEY);
  };
  const charge = () => {
    const headers = { "content-type": "application/json", origin: site.origin };
    return fetch(`${site.origin}/api/payment-intent`, { method: "POST", headers, body: "{}" });
  };
  expect(await card()).toBe(true);
  expect((await charge()).status).toBe(400);
  await editor.patch("siteSettings").set({ "features.cards": false }).commit();
  expect(await card()).toBe(false);
  const refused = await charge();
  expect(refused.status).toBe(503);
  expect(await refused.json()).toEqual({ error: contractMessages.cardUnavailable });
  await editor.patch("siteSettings").unset(["features.cards"]).commit();
});

test("an order from a form that was open says so with a 404, and nothing is stored", async () => {
  const count = () => editor.fetch<number>(`count(*[_type == "contract"])`);
  const fields = { ...orderFields("Ada", { couponCode: "", wish: "" }), ...(await pageToken(site.origin)) };
  await switchOff("contract");
  const refused = await postForm(`${site.origin}/contract.data`, { ...fields, intent: "place" });
  expect(refused.status).toBe(404);
  expect(await actionResult(refused)).toEqual({ status: "failed", message: contractMessages.formOff });
  expect(await count()).toBe(0);
  await switchOff();
  const placed = await postForm(`${site.origin}/contract.data`, { ...fields, intent: "place" });
  expect(await actionResult(placed)).toMatchObject({ status: "placed" });
  expect(await count()).toBe(1);
});
