import type { Page } from "@playwright/test";
import { cardSite, expect, expectAccessible, test, siteStore } from "../support/e2e.ts";

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

test("views are summed up without a cookie; objections and robots are not counted", async ({ request }) => {
  const made = `/made-up-${Date.now()}`;
  const agent = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" };
  const send = (headers: Record<string, string>) =>
    request.post("/api/page-view", { data: { path: made }, headers: { ...agent, ...headers } });
  for (const headers of [{}, {}, { "sec-gpc": "1" }, { dnt: "1" }, { "user-agent": "Googlebot/2.1" }]) {
    const response = await send(headers);
    expect(response.status()).toBe(204);
    expect(response.headers()["set-cookie"]).toBeUndefined();
  }
  const client = await siteStore();
  const views = () =>
    client.fetch<number[]>('*[_type == "pageViewDay"].paths[path == $made].views', { made });
  await expect.poll(views).toEqual([2]);
});

test.describe("Google Analytics", () => {
  test.use({ popup: true });

  /** Stands in for Google's script: sets its cookie and reports each page view that it is told. */
  const STAND_IN = `
    document.cookie = "_ga=GA1.1.1; path=/; max-age=1000";
    const report = (entry) => entry[0] === "event" && !window["ga-disable-G-BROWSER1"] &&
      fetch("https://region1.google-analytics.com/g/collect?path=" + entry[2].page_path, { method: "POST", mode: "no-cors" });
    const { dataLayer } = window;
    dataLayer.forEach(report);
    dataLayer.push = (entry) => report(entry);`;

  /** Returns the paths that Google has been told, after "script" for each load of its script. */
  async function reportedToGoogle(page: Page): Promise<string[]> {
    const reported: string[] = [];
    await page.route("https://www.googletagmanager.com/**", (route) => {
      reported.push("script");
      return route.fulfill({ contentType: "text/javascript", body: STAND_IN });
    });
    await page.route("https://*.google-analytics.com/**", (route) => {
      reported.push(new URL(route.request().url()).searchParams.get("path") ?? "");
      return route.fulfill({ status: 204 });
    });
    return reported;
  }

  test("counts only after a yes, which can be taken back; a no is kept", async ({ page, context }) => {
    const reported = await reportedToGoogle(page);
    const banner = page.getByRole("region", { name: "May Google count your visit?" });
    const [yes, no] = ["Yes, count it", "No, thanks"].map((name) => banner.getByRole("button", { name }));
    const settings = page.getByRole("button", { name: "Cookie settings" });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${cardSite}/about`);
    await expect(banner).toBeVisible();
    await expectAccessible(page);
    const sizes = await Promise.all([yes!, no!].map((button) => button.boundingBox()));
    expect(sizes[0]).toMatchObject({ width: sizes[1]!.width, height: sizes[1]!.height });
    await no!.click();
    await expect(banner).toHaveCount(0);
    await page.reload();
    await expect(settings).toBeAttached();
    await expect(banner).toHaveCount(0);
    expect(await context.cookies()).toEqual([]);
    expect(reported).toEqual([]);

    await settings.click();
    await expect(banner.getByRole("heading")).toBeFocused();
    await yes!.click();
    await expect(settings).toBeFocused();
    await expect.poll(() => reported).toEqual(["script", "/about"]);
    await page.getByRole("contentinfo").getByRole("link", { name: "Portfolio" }).click();
    await expect.poll(() => reported).toEqual(["script", "/about", "/portfolio"]);
    expect(await context.cookies()).toMatchObject([{ name: "_ga" }]);

    await settings.click();
    await no!.click();
    expect(await context.cookies()).toEqual([]);
    await page.getByRole("contentinfo").getByRole("link", { name: "About" }).click();
    await expect(page).toHaveURL(/about$/);
    await page.reload();
    await expect(settings).toBeAttached();
    expect(reported).toHaveLength(3);
  });

  test("is told public pages without a query, and is in the document and the policy of no other page", async ({
    page,
    context,
    troubles,
  }) => {
    await context.addInitScript(() => localStorage.setItem("analyticsConsent", "yes"));
    const reported = await reportedToGoogle(page);
    const tokens = ["/login/reset", "/login/invitation", "/unsubscribe"].map((path) => `${path}?token=x`);
    for (const path of [...tokens, "/login", "/thank-you?ref=7KQ2-M9XD"]) {
      const response = await page.goto(cardSite + path);
      expect(response?.headers()["content-security-policy"]).not.toContain("google-analytics");
    }
    await page.goto(`${cardSite}/contact?service=cloud`);
    await page.waitForLoadState("networkidle");
    expect(reported).toEqual([]);

    const counted = await page.goto(`${cardSite}/about`);
    expect(counted?.headers()["content-security-policy"]).toContain("https://www.googletagmanager.com");
    await expect.poll(() => reported).toEqual(["script", "/about"]);
    const scripts = page.locator("script[src*=googletagmanager]");
    await expect(scripts).toHaveCount(1);
    // Another policy is another document, which Google's script never was in.
    await page.evaluate(() => {
      const link = Object.assign(document.createElement("a"), {
        href: "/login",
        textContent: "Sign in here",
      });
      document.querySelector("footer")!.append(link);
    });
    await page.getByRole("link", { name: "Sign in here" }).click();
    await expect(page).toHaveURL(`${cardSite}/login`);
    await expect(scripts).toHaveCount(0);
    await page.getByRole("contentinfo").getByRole("link", { name: "Portfolio" }).click();
    await expect.poll(() => reported).toEqual(["script", "/about", "script", "/portfolio"]);
    // The tokens were made up.
    expect(troubles.splice(0).filter((trouble) => !/status of 400/.test(trouble))).toEqual([]);
  });

  test("takes the browser's signal for a no, without asking", async ({ page }) => {
    await page.addInitScript(() => Object.defineProperty(navigator, "globalPrivacyControl", { value: true }));
    const [reported, paths] = [await reportedToGoogle(page), sentBy(page)];
    await page.goto(`${cardSite}/about`);
    await expect(page.getByText("May Google count your visit?")).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Cookie settings" })).toHaveCount(0);
    await page.getByRole("banner").getByRole("link", { name: "Services", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/take off your desk/);
    expect([...reported, ...paths]).toEqual([]);
  });
});
