import type { Page } from "@playwright/test";

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
