import { randomBytes } from "node:crypto";
import AxeBuilder from "@axe-core/playwright";
import {
  test as base,
  expect,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from "@playwright/test";
import type { Fault } from "stand-ins/fault-proxy";
import type { GoogleSettings } from "stand-ins/google";
import { signInContext } from "./admins.ts";
import { opensLive } from "./live-page.ts";
import { ports } from "./ports.ts";
import { lakeClient, lakeTokens } from "./site.ts";

export { expect };
export type { Page };

interface Fixtures {
  /** True to show the newsletter card and the question about Google Analytics, which would be in the way of other tests. */
  popup: boolean;
  /** Console errors, page errors and failed requests; the test fails on any that it does not remove. */
  troubles: string[];
}

async function withoutPopup(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    // A blank page has no storage, nor has a sandboxed frame.
    if (location.protocol !== "http:" || origin === "null") return;
    localStorage.setItem("hasSeenPopup", "true");
    localStorage.setItem("analyticsConsent", "no");
  });
}

/** Opens another browser context, as another visitor. */
export async function anotherBrowser(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  opensLive(context);
  await withoutPopup(context);
  return context;
}

/** Playwright's `test` that fails on console errors, page errors and failed requests. */
export const test = base.extend<Fixtures>({
  popup: [false, { option: true }],
  context: async ({ context, popup }, use) => {
    opensLive(context);
    if (!popup) await withoutPopup(context);
    await use(context);
  },
  troubles: [
    async ({ page, javaScriptEnabled }, use) => {
      const troubles: string[] = [];
      page.on("console", (message) => {
        // Remix logs requests that a navigation aborted.
        if (message.text().startsWith("AbortError:")) return;
        if (["error", "warning"].includes(message.type())) troubles.push(`console: ${message.text()}`);
      });
      page.on("pageerror", (error) => troubles.push(`page: ${error.message}`));
      page.on("requestfailed", (request) => {
        const reason = request.failure()?.errorText ?? "";
        // A navigation aborts the requests of the previous page.
        // Chromium reports disabled scripts as blocked by "csp".
        const switchedOff = javaScriptEnabled === false && reason === "csp";
        if (reason !== "net::ERR_ABORTED" && !switchedOff)
          troubles.push(`request: ${request.url()} ${reason}`);
      });
      await use(troubles);
      expect(troubles).toEqual([]);
    },
    { auto: true },
  ],
});

/** Removes the browser's messages about what the test expects. */
export function forget(troubles: string[], expected: string | RegExp): void {
  const kept = troubles.filter((trouble) => trouble.search(expected) < 0);
  troubles.splice(0, troubles.length, ...kept);
}

/** Headers of a caller of its own, for sites that trust their proxy. */
export const otherCaller = () => ({ "x-forwarded-for": `10.${[...randomBytes(3)].join(".")}` });

/** Makes each test a caller of its own, so that one that meets a limit per caller can be repeated: `test.use(newCaller)`. */
export const newCaller = {
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the used fixtures from the pattern: none
  extraHTTPHeaders: async ({}, use: (headers: Record<string, string>) => Promise<void>) => use(otherCaller()),
};

/** The site whose content lake is behind a fault proxy, and its faults. */
export const faultySite = `http://localhost:${ports.faultySite}`;

const control = `http://127.0.0.1:${ports.control}/`;

export async function switchFault(rule: {
  method?: string;
  path: string;
  fault: Fault;
  times?: number;
}): Promise<void> {
  await fetch(control, { method: "POST", body: JSON.stringify(rule) });
}

export async function clearFaults(): Promise<void> {
  await fetch(control, { method: "DELETE" });
}

/** The site with card payments by the Stripe stand-in. */
export const cardSite = `http://localhost:${ports.cardSite}`;

/** Sets the account of the Google stand-in and how it consents. The site with cards also has Google sign-in. */
export async function setGoogle(settings: GoogleSettings): Promise<void> {
  await fetch(`http://127.0.0.1:${ports.google}/stand-in/settings`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(settings),
  });
}

type SiteName = "site" | "cards" | "faulty";

interface SiteFacts {
  dataDir: string;
  /** Its settings, for helpers and commands. */
  env: Record<string, string>;
}

async function factsOf(name: SiteName): Promise<SiteFacts> {
  return ((await (await fetch(control)).json()) as Record<SiteName, SiteFacts>)[name];
}

/** Settings of the site. */
export async function siteEnv(): Promise<Record<string, string>> {
  return (await factsOf("site")).env;
}

/** Data directory of the site. */
export async function siteDataDir(): Promise<string> {
  return (await factsOf("site")).dataDir;
}

/** Data directory of the site with cards. */
export async function cardSiteDataDir(): Promise<string> {
  return (await factsOf("cards")).dataDir;
}

/** Data directory of the site behind the fault proxy. */
export async function faultySiteDataDir(): Promise<string> {
  return (await factsOf("faulty")).dataDir;
}

/** The site with the default configuration. */
export const site = `http://localhost:${ports.site}`;

/** An editor's client of its lake. */
export const siteStore = async () => lakeClient({ origin: site }, lakeTokens(await siteDataDir()).write);

/** Signs a browser context in on `site`, as one of ADMIN_EMAILS. */
export async function signInAsAdmin(context: BrowserContext): Promise<void> {
  await signInContext(context, { origin: site, env: await siteEnv() });
}

/** The same on the site behind the fault proxy. */
export async function signInOnFaultySite(context: BrowserContext): Promise<void> {
  await signInContext(context, { origin: faultySite, env: (await factsOf("faulty")).env });
}

/** The same on the site with cards. */
export async function signInOnCardSite(context: BrowserContext, email?: string): Promise<void> {
  await signInContext(context, { origin: cardSite, env: (await factsOf("cards")).env }, email);
}

/** Stops the page's clock before it is opened; only `page.clock.runFor` advances it. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
}

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Rules about colors, which are all that a theme can break. */
const COLOURS = ["color-contrast", "link-in-text-block"];

/** Finishes all finite animations: text that fades in has too little contrast meanwhile. */
function endMovements(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const movement of document.getAnimations()) {
      const endless = movement.effect?.getComputedTiming().endTime === Infinity;
      if (movement.timeline === document.timeline && !endless) movement.finish();
    }
  });
}

/** Axe on a page. Details of what passes cost a fifth of its time. */
const axeOn = (page: Page) => new AxeBuilder({ page }).options({ resultTypes: ["violations"] });

async function expectNothing(page: Page, axe: AxeBuilder): Promise<void> {
  await endMovements(page);
  // Legacy mode: skips frames of other origins and opens no empty page per check.
  const { violations } = await axe.setLegacyMode().analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`)).toEqual([]);
}

/**
 * Expects no violation of axe's rules for WCAG 2.2 A and AA and best practices. `within` (CSS) selects our part of a page that is not
 * ours.
 */
export async function expectAccessible(page: Page, within = "html"): Promise<void> {
  await expectNothing(page, axeOn(page).include(within).withTags(TAGS));
}

/** Switches to the dark theme and checks the colors again. */
export async function expectReadableInTheDark(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: "dark" });
  await expectNothing(page, axeOn(page).withRules(COLOURS));
}
