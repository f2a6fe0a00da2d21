import type { Page } from "@playwright/test";
import { lakeClient, lakeTokens } from "../support/site.ts";
import { expect, siteDataDir, test } from "../support/e2e.ts";

/** The paths of the page views that a page sends from now on. */
function sentBy(page: Page): string[] {
  const paths: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname !== "/api/page-view") return;
    paths.push((request.postDataJSON() as { path: string }).path);
  });
  return paths;
}

test("one page view per path, with the first document and with every navigation inside the site", async ({
  page,
}) => {
  const paths = sentBy(page);
  await page.goto("/about?from=mail");
  const bar = page.getByRole("banner");
  await bar.getByRole("link", { name: "Services", exact: true }).click();
  await expect(page).toHaveURL("/services");
  await page.getByRole("main").getByRole("link", { name: "Consulting", exact: true }).click();
  await expect(page).toHaveURL("/services#consulting");
  await bar.getByRole("link", { name: "About", exact: true }).click();
  await expect(page).toHaveURL("/about");
  await expect.poll(() => paths).toEqual(["/about", "/services", "/about"]);
});

test("a browser that objects sends none", async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "globalPrivacyControl", { value: true }));
  const paths = sentBy(page);
  await page.goto("/about");
  await page.getByRole("banner").getByRole("link", { name: "Services", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/take off your desk/);
  expect(paths).toEqual([]);
});

test("views are summed up without a cookie; objections and robots are not counted", async ({
  request,
  baseURL,
}) => {
  const made = `/made-up-${Date.now()}`;
  const agent = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" };
  const send = (headers: Record<string, string>) =>
    request.post("/api/page-view", { data: { path: made }, headers: { ...agent, ...headers } });
  for (const headers of [{}, {}, { "sec-gpc": "1" }, { dnt: "1" }, { "user-agent": "Googlebot/2.1" }]) {
    const response = await send(headers);
    expect(response.status()).toBe(204);
    expect(response.headers()["set-cookie"]).toBeUndefined();
  }
  const client = lakeClient({ origin: baseURL ?? "" }, lakeTokens(await siteDataDir()).read);
  const views = () =>
    client.fetch<number[]>('*[_type == "pageViewDay"].paths[path == $made].views', { made });
  await expect.poll(views, { timeout: 20_000 }).toEqual([2]);
});

test("what is no page view is refused", async ({ request }) => {
  const post = (data: unknown) => request.post("/api/page-view", { data: data as object });
  expect((await post({ path: "https://evil.example" })).status()).toBe(400);
  expect((await post({ path: "/", email: "a@example.com" })).status()).toBe(400);
  expect((await request.get("/api/page-view")).status()).toBe(405);
});
