import type { BrowserContext, Page, Response } from "@playwright/test";

/** Our own pages have taken over from their HTML; of others (the Studio) nobody says when they have. */
const isLive = () => {
  const { scripted, live } = document.documentElement.dataset;
  return scripted === undefined || live !== undefined;
};

interface Options {
  waitUntil?: "commit" | "domcontentloaded" | "load" | "networkidle";
}

/**
 * Scripts come after the first paint, which on a busy machine may be much later than the page's load: what is clicked in
 * between, nobody hears. A test that wants to be there before says so with `waitUntil`.
 */
function opensPageLive(page: Page): void {
  for (const method of ["goto", "reload", "goBack"] as const) {
    const go = page[method].bind(page) as (...args: unknown[]) => Promise<Response | null>;
    const wait = async (...args: unknown[]) => {
      const response = await go(...args);
      const { waitUntil } = (args.at(-1) ?? {}) as Options;
      if (waitUntil === undefined) await page.waitForFunction(isLive);
      return response;
    };
    Object.assign(page, { [method]: wait });
  }
}

/** From now on every page of this context that is opened, loaded again or gone back to is one that hears its visitor. */
export function opensLive(context: BrowserContext): void {
  context.on("page", opensPageLive);
}

/** The same for a page that was reached by a click or sent on by the server. */
export async function live(page: Page): Promise<void> {
  await page.waitForFunction(isLive);
}
