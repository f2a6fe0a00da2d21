import { renderEmails } from "../../dev/gallery/emails.ts";
import { expect, test } from "../support/e2e.ts";

test.use({ viewport: { width: 360, height: 640 } });

/** Returns the words of labels that are broken into two lines; those of values, such as addresses, may be. */
function brokenWords(): string[] {
  const isBroken = (text: Node, { index, 0: word }: RegExpExecArray) => {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return range.getClientRects().length > 1;
  };
  return [...document.querySelectorAll(".label")].flatMap(({ firstChild: text }) =>
    [...(text?.textContent ?? "").matchAll(/[^\s-]+/g)]
      .filter((word) => text && isBroken(text, word))
      .map(([word]) => word),
  );
}

test("emails fit a phone, and the words of their labels stay whole", async ({ page }) => {
  for (const [name, html] of await renderEmails()) {
    await page.setContent(html);
    expect(await page.evaluate(brokenWords), name).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(360);
  }
});
