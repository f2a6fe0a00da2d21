import { randomUUID } from "node:crypto";
import type { BrowserContext, Page } from "@playwright/test";
import { adaAtGoogle } from "stand-ins/google";
import { LATE_FILES, loadedWith, pageRoutes } from "../support/built-files.ts";
import { cardSite, expect, otherCaller, setGoogle, signInOnCardSite, test } from "../support/e2e.ts";
import { fillPages, newOffer, waitForCode } from "../support/every-page.ts";
import { settled } from "../support/live-page.ts";
import { sendOrder } from "../support/order-page.ts";
import { sendQuestionnaire } from "../support/questionnaire-page.ts";

// Any script or style sheet of the site may not come: a blocker, no connection, another version of the site. Opens every page, and
// sends its form, without each of them in turn. Not in the gate: `npm test -- e2e every-file`.

const LOST = /Application Error|Something went wrong on our side/;

/** Forms in steps, which are filled in and sent; what later steps ask for belongs to their files. */
const IN_STEPS = new Map([
  ["/contract", sendOrder],
  ["/contract/:token", sendOrder],
  ["/questionnaire", sendQuestionnaire],
]);

/** Requests that no form makes. */
const BESIDE = /\/api\/|\/collect/;

const routes = [...pageRoutes].filter(([id]) => !LATE_FILES.includes(id.replace("routes/", "")));

test.afterEach(({ troubles }) => void troubles.splice(0));

/** Once for a worker: orders are limited. */
let pages: ReturnType<typeof fillPages> | undefined;

/** Sends the first form of a page, with an address where one is asked for: the browser checks that of the newsletter. */
async function send(page: Page): Promise<boolean> {
  const hasDialog = (await page.locator("dialog[open]").count()) > 0;
  const form = page.locator(`${hasDialog ? "dialog[open]" : "main"} form[method=post]`);
  const button = form.locator("button:not([type=button]):enabled:visible").first();
  if ((await button.count()) === 0) return false;
  const email = form.locator("input[type=email]:enabled:visible");
  if ((await email.count()) > 0) await email.first().fill(`${randomUUID()}@example.com`);
  const answered = page.waitForResponse(
    (response) => response.request().method() === "POST" && !BESIDE.test(new URL(response.url()).pathname),
  );
  await button.click();
  const status = (await answered).status();
  expect(status).not.toBe(429);
  expect(status).toBeLessThan(500);
  await page.waitForLoadState();
  await settled(page);
  return true;
}

const ASSET = /^\/assets\/.*\.(?:js|css)$/;

/** Collects the scripts and style sheets that a page asks for. */
function watchFiles(page: Page): Set<string> {
  const files = new Set<string>();
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (ASSET.test(pathname)) files.add(pathname);
  });
  return files;
}

/** Returns the path of a page, for somebody who may open it. */
async function prepare(context: BrowserContext, route: string): Promise<string> {
  const path = (await (pages ??= fillPages(context)))(route);
  await context.clearCookies();
  await context.setExtraHTTPHeaders(otherCaller());
  if (route.startsWith("/admin")) await signInOnCardSite(context);
  // The number of changes is limited for each.
  if (route === "/account") await signInOnCardSite(context, `${randomUUID()}@example.com`);
  if (route === "/login/code") await waitForCode(context);
  return route === "/contract/:token" ? newOffer(context) : path;
}

for (const [id, route] of routes)
  test(`no file that ${route} asks for takes the page or its form (${id})`, async ({ page, context }) => {
    test.setTimeout(1_800_000);
    page.setDefaultTimeout(60_000);
    const sendSteps = IN_STEPS.get(route);
    let path = await prepare(context, route);
    const files = watchFiles(page);
    const html = await (await page.goto(cardSite + path))?.text();
    // No boundary that an update could meet before it is hydrated: React's error 421 (first-paint.spec.ts has the dashboard's).
    if (!/^\/(?:admin|account)/.test(route)) expect(html).not.toContain("<!--$");
    await page.waitForLoadState("networkidle");
    const first = [...files];
    expect(first).toEqual(expect.arrayContaining([...loadedWith(id)].map((name) => `/assets/${name}`)));
    const heading = page.getByRole("heading", { level: 1 }).first();
    const words = (await heading.textContent()) ?? "";
    await sendSteps?.(page);
    const asked = [...files];
    // As a blocker does. Routing would do without the browser's cache: a load costs half as much again then.
    const devtools = await context.newCDPSession(page);
    await devtools.send("Network.enable");
    const expectPage = async () => {
      await expect(heading).toBeVisible();
      expect(await page.locator("body").textContent()).not.toMatch(LOST);
    };
    let sent = 0;
    const doWithout = async (file: string) => {
      // A page that sees its session end reloads itself, in the way of the next one.
      await page.goto("about:blank");
      path = await prepare(context, route);
      await devtools.send("Network.setBlockedURLs", { urls: [cardSite + file] });
      const refused = page.waitForEvent("requestfailed", (request) => request.url() === cardSite + file);
      await page.goto(cardSite + path, { waitUntil: "commit" });
      if (first.includes(file)) await refused;
      await settled(page);
      expect(await heading.textContent()).toBe(words);
      await expectPage();
      if (sendSteps) {
        await sendSteps(page);
        sent++;
      } else sent += Number(await send(page));
      await refused;
      await expectPage();
    };
    for (const file of asked)
      await doWithout(file).catch((error: unknown) => expect.soft(String(error), file).toBe(""));
    const description = `${asked.length} files, sent without ${sent}`;
    test.info().annotations.push({ type: "every file", description });
  });

test("no file that Google's window asks for takes the sign-in", async ({ page, context }) => {
  test.setTimeout(1_800_000);
  await setGoogle({ user: adaAtGoogle, consent: { ask: false } });
  for (const name of loadedWith("routes/google-return")) {
    await context.clearCookies();
    await context.setExtraHTTPHeaders(otherCaller());
    await page.goto(`${cardSite}/login?redirectTo=%2Fabout`);
    const file = `${cardSite}/assets/${name}`;
    await context.route(file, (route) => route.abort("blockedbyclient"));
    const opened = page.waitForEvent("popup");
    await page.getByRole("button", { name: "Continue with Google" }).click();
    const popup = await opened;
    await expect(popup.getByText("You can close this window."), name).toBeVisible();
    await popup.close();
    await expect(page, name).toHaveURL(`${cardSite}/about`);
    await context.unroute(file);
  }
});
