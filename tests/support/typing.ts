import { FORM_TOKEN } from "../../app/submissions/spam/page-token.ts";
import { expect, type Page } from "./e2e.ts";

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
