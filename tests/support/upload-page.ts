import { expect, type Page } from "./e2e.ts";
import { SUCCESS, onStep, storedOf } from "./questionnaire-page.ts";

export const FAILED = "Error uploading files. Please try again.";

interface Attachment {
  name: string;
  url: string;
  type: string;
}

export const chooser = (page: Page) => page.getByLabel("Choose files");
export const row = (page: Page, name: string) =>
  page.getByRole("listitem").filter({ has: page.getByText(name, { exact: true }) });
export const uploaded = (page: Page, name: string) => expect(row(page, name)).toContainText("Uploaded");
export const file = (name: string, buffer: Buffer) => ({
  name,
  mimeType: "application/octet-stream",
  buffer,
});

/** The step with the files, alone. */
export async function openLastStep(page: Page) {
  await page.goto("/questionnaire?step=5");
  await onStep(page, 5);
}

/** The files that the questionnaire lists. */
export async function attachmentsOf(name: string): Promise<Attachment[]> {
  const [document] = await storedOf(name);
  return document?.["additionalInfo"]?.["attachments"] as Attachment[];
}

/** Sends the questionnaire and waits until it is acknowledged. */
export async function submit(page: Page) {
  await page.getByRole("button", { name: "Submit Questionnaire" }).click();
  await expect(page.getByText(SUCCESS)).toBeVisible();
  await expect(page).toHaveURL(/\/thank-you\?ref=/);
}
