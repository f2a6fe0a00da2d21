import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

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
