import { test as base, expect, type BrowserContext, type Locator, type Page } from "@playwright/test";
import type { SanityClient } from "@sanity/client";
import { ADMIN_EMAILS, signInContext } from "./admins.ts";
import { lakeClient, lakeTokens, startSiteProcess, type SiteProcess } from "./site.ts";

export { expect };
export type { Locator, Page };

export interface StudioSite {
  site: Pick<SiteProcess, "origin" | "dataDir" | "env">;
  /** Client with the write token that sees drafts. */
  writer: SanityClient;
  /** Returns the requests that the lake did not implement: method and path. */
  unanswered(): Promise<string[]>;
}

/** The Studio takes seconds to start, more on a busy machine. */
export const SLOW = { timeout: 60_000 };

/** The Studio sends its last presence over a socket that leaving the page has closed already. */
const LEFT = /WebSocket is already in CLOSING or CLOSED state/;

/** Remix logs a load that a newer one aborted: a preview loads again with every word that is typed. */
const ABORTED = /^AbortError:/;

/** Records errors of a page and every request to another origin. */
export function watch(context: BrowserContext, origin: string): string[] {
  const troubles: string[] = [];
  context.on("request", (request) => {
    const url = new URL(request.url());
    const ours = url.origin === origin || ["data:", "blob:"].includes(url.protocol);
    // A request that the policy blocks is reported, and fails before it leaves the browser.
    if (!ours)
      request.response().then(
        (response) => response && troubles.push(`foreign: ${url.href}`),
        () => {},
      );
  });
  context.on("response", (response) => {
    if (response.status() >= 500) troubles.push(`${response.status()}: ${response.url()}`);
  });
  context.on("weberror", (webError) => troubles.push(`page: ${webError.error().message}`));
  context.on("console", (message) => {
    if (message.type() === "error" && ![LEFT, ABORTED].some((known) => known.test(message.text())))
      troubles.push(`console: ${message.text()}`);
  });
  return troubles;
}

interface Fixtures {
  /** A context per test, signed in as an admin, that fails the test on any error. */
  troubles: string[];
}

interface WorkerFixtures {
  /** True for a test that makes the site its own: it gets a site that no other test sees. */
  ownSite: boolean;
  studio: StudioSite;
  /** A page of a context of its own, for all tests of a worker: loading the Studio takes seven seconds of CPU time. */
  sharedPage: Page;
}

const viewport = { width: 1440, height: 900 };

/** A site per worker, so that publications do not affect other tests. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  ownSite: [false, { option: true, scope: "worker" }],
  studio: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the used fixtures from the pattern: none
    async ({}, use) => {
      const site = await startSiteProcess({ env: { ADMIN_EMAILS } });
      const { write } = lakeTokens(site.dataDir);
      const writer = lakeClient(site, write);
      const unanswered = async (): Promise<string[]> => {
        const headers = { authorization: `Bearer ${write}` };
        const answer = await fetch(`${site.origin}/lake/v1/ledger`, { headers });
        const entries = (await answer.json()) as { method: string; path: string }[];
        return entries.map(({ method, path }) => `${method} ${path}`);
      };
      await use({ site, writer, unanswered });
      await site.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  sharedPage: [
    async ({ browser, studio }, use) => {
      const context = await browser.newContext({ baseURL: studio.site.origin, viewport });
      await use(await context.newPage());
      await context.close();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ studio }, use) => use(studio.site.origin),
  viewport,
  troubles: [
    async ({ context, studio }, use) => {
      const troubles = watch(context, studio.site.origin);
      await use(troubles);
      expect(troubles).toEqual([]);
      expect(await studio.unanswered()).toEqual([]);
    },
    { auto: true },
  ],
});

/** The same for tests that leave a Studio behind in which the next one can begin. */
export const sharingTest = test.extend({
  context: async ({ sharedPage }, use) => use(sharedPage.context()),
  page: async ({ sharedPage }, use) => use(sharedPage),
});

/** Follows a path of the Studio: by its router where it is open already, as a link does. */
export async function goTo(page: Page, path: string): Promise<void> {
  if (!(await page.getByTestId("studio-navbar").isVisible())) return void (await page.goto(path));
  await page.evaluate((url) => {
    history.pushState(null, "", url);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
}

/** Opens the Studio's lists, without a document. */
export async function openLists(page: Page, studio: StudioSite): Promise<void> {
  await signInContext(page.context(), studio.site);
  await goTo(page, "/studio/structure");
  await expect(page.getByTestId("studio-navbar")).toBeVisible(SLOW);
  await expect(page.getByTestId("document-panel-scroller")).toHaveCount(0, SLOW);
}

/** Opens a document's form. */
export async function openDocument(page: Page, studio: StudioSite, path: string): Promise<void> {
  if (await page.getByTestId("studio-navbar").isVisible()) await openLists(page, studio);
  else await signInContext(page.context(), studio.site);
  await goTo(page, `/studio/structure/${path}`);
  await expect(page.getByTestId("document-panel-scroller").first()).toBeVisible(SLOW);
}

/** Returns a text field of the open form when it is editable. */
export async function textField(page: Page, name: string): Promise<Locator> {
  const field = page.getByTestId(`field-${name}`).getByRole("textbox").first();
  await expect(field).toBeEditable(SLOW);
  return field;
}

/** Opens a menu; clicks again when the Studio ignored a click while it lays out its bars. */
export async function openMenu(page: Page, button: Locator): Promise<void> {
  const first = page.getByRole("menuitem").first();
  await expect(async () => {
    if (!(await first.isVisible())) await button.click({ timeout: 5_000 });
    await expect(first).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 90_000 });
}

/**
 * Opens a menu and chooses an item, until what that does is done: the Studio closes a menu when the document changes meanwhile, and
 * the click goes nowhere.
 */
export async function chooseFromMenu(
  page: Page,
  button: Locator,
  item: RegExp,
  isDone?: () => Promise<boolean>,
): Promise<void> {
  await expect(async () => {
    if (await isDone?.()) return;
    await openMenu(page, button);
    await page.getByRole("menuitem", { name: item }).click({ timeout: 5_000 });
    if (isDone) await expect.poll(isDone, { timeout: 15_000 }).toBe(true);
  }).toPass({ timeout: 90_000 });
}

export async function publish(page: Page): Promise<void> {
  const button = page.getByTestId("action-publish");
  await expect(button).toBeEnabled(SLOW);
  await button.click();
  await expect(button).toBeDisabled(SLOW);
}

/** Returns the HTML of a page as a visitor gets it. */
export async function visitorSees({ origin }: StudioSite["site"], path: string): Promise<string> {
  return (await fetch(origin + path)).text();
}

/** Publishes the open document and waits until visitors see it. A click while the form is still being checked goes nowhere. */
export async function publishUntil(page: Page, isSeen: () => Promise<boolean>): Promise<void> {
  const button = page.getByTestId("action-publish");
  await expect(async () => {
    if (!(await isSeen())) await button.click({ timeout: 3_000 });
    await expect.poll(isSeen, { timeout: 5_000 }).toBe(true);
  }).toPass(SLOW);
}

/** Adds an item to a list of the open form, fills in its form and closes it. */
export async function addItem(
  page: Page,
  field: string,
  kind: string,
  fill: (item: Locator) => Promise<void>,
): Promise<void> {
  const list = page.getByTestId(`field-${field}`);
  await list
    .getByRole("button", { name: /^Add item/ })
    .last()
    .click(SLOW);
  if (kind) await page.getByRole("menuitem", { name: kind, exact: true }).click();
  const item = page.getByRole("dialog");
  await fill(item);
  await item.getByRole("button", { name: "Close dialog" }).click();
  await expect(item).toHaveCount(0);
}

/** Fills in a field of an open item by its label. */
export const type = (item: Locator, label: string, words: string) =>
  item.getByRole("textbox", { name: label, exact: true }).fill(words);
