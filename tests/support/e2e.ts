import {
  test as base,
  expect,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from "@playwright/test";
import { signInContext } from "./admins.ts";
import type { Fault } from "../../dev/doubles/fault-proxy.ts";
import type { GoogleSettings } from "../../dev/doubles/google/server.ts";
import { ports } from "./e2e-ports.ts";
import { opensLive } from "./live-page.ts";

export { expect };
export { expectAccessible, expectReadableInTheDark } from "./accessible.ts";
export type { Page };

interface Fixtures {
  /** Whether the newsletter card may come; in the way of other tests nobody wants it. */
  popup: boolean;
  /** Console errors, page errors and failed requests; the test fails on any that it does not take away. */
  troubles: string[];
}

async function withoutPopup(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    // An empty page has no storage.
    if (location.protocol === "http:") localStorage.setItem("hasSeenPopup", "true");
  });
}

/** Somebody else's browser. */
export async function anotherBrowser(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  opensLive(context);
  await withoutPopup(context);
  return context;
}

/** Playwright's `test`, failing on any console error, page error or failed request. */
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
        // Remix writes down what a navigation ended while it was being fetched for the page before it.
        if (message.text().startsWith("AbortError:")) return;
        if (["error", "warning"].includes(message.type())) troubles.push(`console: ${message.text()}`);
      });
      page.on("pageerror", (error) => troubles.push(`page: ${error.message}`));
      page.on("requestfailed", (request) => {
        const reason = request.failure()?.errorText ?? "";
        // A navigation ends what was still being fetched for the page before it.
        // Chromium calls scripts that it was told not to run blocked by "csp".
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

/** The site whose content lake stands behind a proxy, and the switch of its faults. */
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

/** The site that takes cards, from the Stripe double. */
export const cardSite = `http://localhost:${ports.cardSite}`;

/** Who consents at the Google double from now on, and how. The site with cards is the one that takes Google accounts. */
export async function setGoogle(settings: GoogleSettings): Promise<void> {
  await fetch(`http://127.0.0.1:${ports.google}/double/settings`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(settings),
  });
}

type DataDirs = Record<"dataDir" | "cardDataDir" | "faultyDataDir", string>;

async function dataDirs(): Promise<DataDirs> {
  return (await (await fetch(control)).json()) as DataDirs;
}

/** The directory in which the site under test keeps its data. */
export async function siteDataDir(): Promise<string> {
  return (await dataDirs()).dataDir;
}

/** The same of the site that takes cards. */
export async function cardSiteDataDir(): Promise<string> {
  return (await dataDirs()).cardDataDir;
}

/** The same of the site whose content lake stands behind a proxy. */
export async function faultySiteDataDir(): Promise<string> {
  return (await dataDirs()).faultyDataDir;
}

/** The site as it is delivered. */
export const site = `http://localhost:${ports.site}`;

/** Signs every page of a browser context in on `site`, as one of ADMIN_EMAILS or as somebody else. */
export async function signInAsAdmin(context: BrowserContext, email?: string): Promise<void> {
  await signInContext(context, { origin: site, dataDir: await siteDataDir() }, email);
}

/** The same on the site whose content lake stands behind a proxy. */
export async function signInOnFaultySite(context: BrowserContext): Promise<void> {
  await signInContext(context, { origin: faultySite, dataDir: await faultySiteDataDir() });
}

/** Stops the page's clock before it is opened: from then on only `page.clock.runFor` lets time pass. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
}
