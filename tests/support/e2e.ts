import AxeBuilder from "@axe-core/playwright";
import { test as base, expect, type BrowserContext, type Page, type Response } from "@playwright/test";
import { signInContext } from "./admins.ts";
import type { Fault } from "../doubles/fault-proxy.ts";
import type { GoogleSettings } from "../doubles/google/server.ts";
import { ports } from "./e2e-ports.ts";

export { expect };
export type { Page };

interface Fixtures {
  /** Console errors, page errors and failed requests; the test fails on any that it does not take away. */
  troubles: string[];
}

/** Our own pages have taken over from their HTML; of others (the Studio) only the network's rest can be awaited. */
const isLive = () => {
  const { scripted, live } = document.documentElement.dataset;
  return scripted === undefined || live !== undefined;
};

/** Scripts come after the first paint, which on a busy machine may be later than the first rest of the network. */
function awaitLiveWhenIdle(page: Page): void {
  for (const method of ["goto", "reload"] as const) {
    const go = page[method].bind(page) as (...args: unknown[]) => Promise<Response | null>;
    const wait = async (...args: unknown[]) => {
      const response = await go(...args);
      const options = args.at(-1) as { waitUntil?: string } | undefined;
      if (options?.waitUntil === "networkidle") await page.waitForFunction(isLive);
      return response;
    };
    Object.assign(page, { [method]: wait });
  }
}

/** Playwright's `test`, failing on any console error, page error or failed request. */
export const test = base.extend<Fixtures>({
  context: async ({ context }, use) => {
    context.on("page", awaitLiveWhenIdle);
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

/**
 * No accessibility violation by axe's rules for WCAG 2.2 A and AA and its best practices. `within` (CSS) is for what is ours in
 * a page that is not.
 */
export async function expectAccessible(page: Page, within = "html"): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .include(within)
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`)).toEqual([]);
}

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

/** Nobody wants the newsletter card in the way of another test. */
export async function withoutPopup(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem("hasSeenPopup", "true"));
}

/** Stops the page's clock before it is opened: from then on only `page.clock.runFor` lets time pass. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
}
