import { expect, type BrowserContext, type Page, type Response } from "@playwright/test";
import { FORM_TOKEN } from "../../app/submissions/spam/page-token.ts";

/** True when our own page is hydrated; for others, such as the Studio, always. */
const isLive = () => {
  const { scripted, live } = document.documentElement.dataset;
  return scripted === undefined || live !== undefined;
};

/** Waits until the scripts of a page run, or it is known that they will not. */
export const settled = (page: Page) =>
  page.waitForFunction(() => {
    const { scripted, live } = document.documentElement.dataset;
    return document.body !== null && (scripted === undefined || live !== undefined);
  });

/** Returns whether the scripts of a settled page run. */
export const isScripted = async (page: Page) => (await page.locator("html[data-live]").count()) > 0;

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

/** Longer than what counts as suspected spam (docs/decisions/0015-bots-and-forms.md). */
const AS_PEOPLE_DO = 1_500;

/**
 * Fills in a message at human speed, in a form that has the focus: faster ones are suspected spam, and get no email. The time counts
 * from the form token that scripts fetched.
 */
export async function typeMessage(page: Page, message: string, scripts = true): Promise<void> {
  if (scripts) await expect(page.locator(`main input[name="${FORM_TOKEN}"]`)).toHaveValue(/^begun-/);
  await page.getByLabel("Message").pressSequentially(message, { delay: AS_PEOPLE_DO / message.length });
}

/** Collects layout shifts from the first paint on, also after input. Returns a function for their sum so far. */
export async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: "layout-shift", buffered: true });
  });
  return () =>
    page.evaluate(async () => {
      // Shifts are reported after the frame that showed them.
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100)));
      return (window as unknown as { shifts: number[] }).shifts.reduce((a, b) => a + b, 0);
    });
}
