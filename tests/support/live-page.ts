import type { BrowserContext, Page, Response } from "@playwright/test";

/** True when our own page is hydrated; for others, such as the Studio, always. */
const isLive = () => {
  const { scripted, live } = document.documentElement.dataset;
  return scripted === undefined || live !== undefined;
};

interface Options {
  waitUntil?: "commit" | "domcontentloaded" | "load" | "networkidle";
}

/**
 * Scripts run after the first paint, on a busy machine much later than the load event, and clicks in between have no effect. Tests of
 * that time pass their own `waitUntil`.
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

/** Makes `goto`, `reload` and `goBack` of this context wait for hydration. */
export function opensLive(context: BrowserContext): void {
  context.on("page", opensPageLive);
}

/** Waits for hydration after a click or a redirect. */
export async function live(page: Page): Promise<void> {
  await page.waitForFunction(isLive);
}
