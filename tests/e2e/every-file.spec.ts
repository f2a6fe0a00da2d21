import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { cardSite, expect, signInOnCardSite, test } from "../support/e2e.ts";
import { LATE_FILES, loadedWith, pageRoutes } from "../support/built-files.ts";
import { fillPages, waitForCode } from "../support/every-page.ts";
import { settled } from "../support/live-page.ts";

// Any script or style sheet of the site may not come: a blocker, no connection, another version of the site. The gate does without
// each that six pages ask for; EVERY_FILE=1 does so with each of all pages, and sends their forms without it.

const LOST = /Application Error|Something went wrong on our side/;
const isWhole = process.env.EVERY_FILE === "1";

/** Pages of the gate, the button of their form, and what it says without scripts to a form that is not filled in. */
const GATE = new Map<string, [button: string, answer: RegExp] | null>([
  ["/", null],
  ["/contact", ["Send Message", /Name is required/]],
  ["/newsletter", ["Subscribe", /email/i]],
  ["/login", ["Sign In", /email/i]],
  ["/questionnaire", ["Submit Questionnaire", /required/]],
  ["/contract", ["Submit order", /Please fill in all required contact information/]],
]);

/** Their first button leads to the next step: their forms have tests of their own. */
const IN_STEPS = /^\/(?:contract|questionnaire)/;

/** Requests that no form makes. */
const BESIDE = /\/api\/|\/collect/;

const routes = [...pageRoutes].filter(([id, path]) =>
  isWhole ? !LATE_FILES.includes(id.replace("routes/", "")) : GATE.has(path),
);

test.afterEach(({ troubles }) => void troubles.splice(0));

/** Once for a worker: orders are limited. */
let pages: ReturnType<typeof fillPages> | undefined;

/** Sends the first form of a page, with an address where one is asked for: the browser checks that of the newsletter. */
async function send(page: Page, file: string): Promise<void> {
  const hasDialog = (await page.locator("dialog[open]").count()) > 0;
  const form = page.locator(`${hasDialog ? "dialog[open]" : "main"} form[method=post]`);
  const button = form.locator("button:not([type=button]):enabled:visible").first();
  if ((await button.count()) === 0) return;
  const email = form.locator("input[type=email]:enabled:visible");
  if ((await email.count()) > 0) await email.first().fill(`${randomUUID()}@example.com`);
  const answered = page.waitForResponse(
    (response) => response.request().method() === "POST" && !BESIDE.test(new URL(response.url()).pathname),
    { timeout: 60_000 },
  );
  await button.click();
  expect.soft((await answered).status(), file).toBeLessThan(500);
  await page.waitForLoadState();
  await settled(page);
  await expect.soft(page.locator("h1").first(), file).toBeVisible();
  expect.soft(await page.locator("body").textContent(), file).not.toMatch(LOST);
}

for (const [id, route] of routes)
  test(`no file that ${route} asks for takes the page or its form (${id})`, async ({ page, context }) => {
    if (isWhole) test.setTimeout(900_000);
    const path = isWhole ? (await (pages ??= fillPages(context)))(route) : route;
    const isPrivate = /^\/(?:admin|account)/.test(route);
    await context.clearCookies();
    if (isPrivate) await signInOnCardSite(context);
    if (route === "/login/code") await waitForCode(context);
    const files = new Set<string>();
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (/^\/assets\/.*\.(?:js|css)$/.test(pathname)) files.add(pathname);
    });
    const html = await (await page.goto(cardSite + path))?.text();
    // No boundary that an update could meet before it is hydrated: React's error 421 (first-paint.spec.ts has the dashboard's).
    if (!isPrivate) expect(html).not.toContain("<!--$");
    await page.waitForLoadState("networkidle");
    const asked = [...files];
    expect(asked).toEqual(expect.arrayContaining([...loadedWith(id)].map((name) => `/assets/${name}`)));
    const heading = page.getByRole("heading", { level: 1 }).first();
    const words = (await heading.textContent()) ?? "";
    // As a blocker does. Routing would do without the browser's cache: a load costs half as much again then.
    const devtools = await context.newCDPSession(page);
    await devtools.send("Network.enable");
    const openWithout = async (file: string) => {
      await devtools.send("Network.setBlockedURLs", { urls: [cardSite + file] });
      const refused = page.waitForEvent("requestfailed", (request) => request.url() === cardSite + file);
      await page.goto(cardSite + path, { waitUntil: "commit" });
      await refused;
      await settled(page);
    };
    for (const file of asked) {
      await openWithout(file);
      expect.soft(await heading.textContent(), file).toBe(words);
      expect.soft(await page.locator("body").textContent(), file).not.toMatch(LOST);
      if (!isWhole || IN_STEPS.test(route)) continue;
      await send(page, file);
      // Some forms sign out.
      if (isPrivate) await signInOnCardSite(context);
    }
    const [button, answer] = (isWhole && !IN_STEPS.test(route) ? null : GATE.get(route)) ?? [];
    if (!button || !answer) return;
    await openWithout(asked.find((file) => file.includes("/framework-")) ?? "");
    await page.getByRole("main").getByRole("button", { name: button, exact: true }).click();
    await expect(page.getByRole("main").getByText(answer).first()).toBeVisible();
  });
