import { ports } from "./ports.ts";
import { expect, siteDataDir, type Page } from "./e2e.ts";
import { lakeClient, lakeTokens } from "./site.ts";

export const SUCCESS = "Thank you! Your questionnaire has been submitted successfully.";

export const next = (page: Page) => page.getByRole("button", { name: "Next" });
export const onStep = (page: Page, step: number) => expect(page.getByText(`Step ${step} of 5`)).toBeVisible();

/** Fills in every required field, step by step, and ends on the last step. */
export async function fillAll(page: Page, name: string) {
  await page.getByLabel("Main headline").fill("Fresh bread");
  await page.getByLabel("Key features").fill("Order online");
  await next(page).click();
  await onStep(page, 2);
  await page.getByLabel("Company story").fill("Since 1950");
  await page.getByLabel("Mission statement").fill("Bread for all");
  await next(page).click();
  await onStep(page, 3);
  await page.getByLabel("List of services").fill("Bread");
  await page.getByLabel("Contact for Pricing").check();
  await next(page).click();
  await onStep(page, 4);
  await page.getByLabel("Budget Range").check();
  await page.getByLabel("Street address").fill("1 Main Street");
  await page.getByLabel("City").fill("New York");
  await page.getByLabel("State", { exact: true }).fill("NY");
  await page.getByLabel("ZIP code").fill("10001");
  await page.getByLabel("Your name").fill(name);
  await page.getByLabel("Your email").fill("ada@example.com");
  await page.getByLabel("Your phone").pressSequentially("2125550142");
  await expect(page.getByLabel("Your phone")).toHaveValue("(212) 555-0142");
  await next(page).click();
  await onStep(page, 5);
}

/** Returns the questionnaires of this visitor. */
export async function storedOf(name: string) {
  const { write } = lakeTokens(await siteDataDir());
  const client = lakeClient({ origin: `http://localhost:${ports.site}` }, write);
  return client.fetch<Record<string, Record<string, unknown>>[]>(
    `*[_type == "clientQuestionnaire" && contactInfo.name == $name]`,
    { name },
  );
}

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
