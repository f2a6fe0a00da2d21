import { MARK } from "../../app/submissions/trap/trap-names.ts";
import { expect, type Page } from "./e2e.ts";

/** Longer than what is suspected, milliseconds (docs/decisions/0015). */
const AS_PEOPLE_DO = 1_500;

/**
 * Writes a message as people do, in a form that already has the focus: what is filled in at once is suspected, and then its
 * sender gets no mail. The time counts from the mark that the form fetched, if there are scripts that do.
 */
export async function typeMessage(page: Page, message: string, scripts = true): Promise<void> {
  if (scripts)
    await expect(page.locator(`main input[name="${MARK}"]`)).toHaveValue(/^begun-/, { timeout: 15_000 });
  await page.getByLabel("Message").pressSequentially(message, { delay: AS_PEOPLE_DO / message.length });
}
