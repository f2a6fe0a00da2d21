import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Rules about colours, all that a theme can break. */
const COLOURS = ["color-contrast", "link-in-text-block"];

/** What fades in is not yet as strong as it will be: takes every movement that has an end to its end. */
function endMovements(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const movement of document.getAnimations()) {
      const endless = movement.effect?.getComputedTiming().endTime === Infinity;
      if (movement.timeline === document.timeline && !endless) movement.finish();
    }
  });
}

async function expectNothing(page: Page, axe: AxeBuilder): Promise<void> {
  await endMovements(page);
  // Legacy: frames of other origins, which are not ours, are left out, and no empty page is opened for each look.
  const { violations } = await axe.setLegacyMode().analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`)).toEqual([]);
}

/**
 * No accessibility violation by axe's rules for WCAG 2.2 A and AA and its best practices. `within` (CSS) is for what is ours in
 * a page that is not.
 */
export async function expectAccessible(page: Page, within = "html"): Promise<void> {
  await expectNothing(page, new AxeBuilder({ page }).include(within).withTags(TAGS));
}

/** Changes to the dark theme and looks at the colours again; all else is as it was in the light one. */
export async function expectReadableInTheDark(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: "dark" });
  await expectNothing(page, new AxeBuilder({ page }).withRules(COLOURS));
}
