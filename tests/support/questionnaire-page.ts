import { randomUUID } from "node:crypto";
import { expect, siteStore, type Page } from "./e2e.ts";
import { isScripted } from "./live-page.ts";
import { cardStore } from "./order-page.ts";
import { sampleFiles } from "./sample-files.ts";

export const SUCCESS = "Thank you! Your questionnaire has been submitted successfully.";

export const next = (page: Page) => page.getByRole("button", { name: "Next" });
export const onStep = (page: Page, step: number) => expect(page.getByText(`Step ${step} of 5`)).toBeVisible();

/** Fills in every required field, and ends on the last step; without scripts all steps are one page. */
export async function fillAll(page: Page, name: string, scripted = true) {
  const steps: Record<string, string | true>[] = [
    { "Main headline": "Fresh bread", "Key features": "Order online" },
    { "Company story": "Since 1950", "Mission statement": "Bread for all" },
    { "List of services": "Bread", "Contact for Pricing": true },
    {
      "Budget Range": true,
      "Street address": "1 Main Street",
      City: "New York",
      State: "NY",
      "ZIP code": "10001",
      "Your name": name,
      "Your email": "ada@example.com",
      "Your phone": "2125550142",
    },
  ];
  for (const [index, answers] of steps.entries()) {
    for (const [label, answer] of Object.entries(answers)) {
      const field = page.getByLabel(label, { exact: label === "State" });
      await (answer === true ? field.check() : field.fill(answer));
    }
    if (!scripted) continue;
    if ("Your phone" in answers) await expect(page.getByLabel("Your phone")).toHaveValue("(212) 555-0142");
    await next(page).click();
    await onStep(page, index + 2);
  }
}

/** Returns the questionnaires of this visitor. */
export async function storedOf(name: string, store = siteStore()) {
  return (await store).fetch<Record<string, Record<string, unknown>>[]>(
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
export async function attachmentsOf(name: string, store = siteStore()): Promise<Attachment[]> {
  const [document] = await storedOf(name, store);
  return document?.["additionalInfo"]?.["attachments"] as Attachment[];
}

/** Sends the questionnaire and waits until it is acknowledged. */
export async function submit(page: Page) {
  await page.getByRole("button", { name: "Submit Questionnaire" }).click();
  await expect(page.getByText(SUCCESS)).toBeVisible();
  await expect(page).toHaveURL(/\/thank-you\?ref=/);
}

/**
 * Fills in and sends the questionnaire that is open, with a file, as far as its scripts have come. A file that could not be sent is
 * left out.
 */
export async function sendQuestionnaire(page: Page) {
  const name = `Ada ${randomUUID()}`;
  const scripted = await isScripted(page);
  await fillAll(page, name, scripted);
  const plan = file("plan.pdf", sampleFiles.pdf);
  await (scripted ? chooser(page) : page.getByLabel(/^Files/)).setInputFiles(plan);
  const failed = page.getByText("This file could not be sent.");
  if (scripted) await expect(row(page, plan.name).getByText("Uploaded").or(failed)).toBeVisible();
  const isAttached = !(await failed.isVisible());
  if (!isAttached) await page.getByRole("button", { name: `Remove ${plan.name}` }).click();
  await page.getByRole("button", { name: "Submit Questionnaire" }).click();
  await expect(page).toHaveURL(/\/thank-you\?ref=/);
  const names = (await attachmentsOf(name, cardStore())).map((attachment) => attachment.name);
  expect(names).toEqual(isAttached ? [plan.name] : []);
}
