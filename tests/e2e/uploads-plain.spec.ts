import { expect, test, forget } from "../support/e2e.ts";
import {
  FAILED,
  attachmentsOf,
  chooser,
  file,
  fillAll,
  onStep,
  uploaded,
} from "../support/questionnaire-page.ts";
import { sampleFiles, strangeFiles } from "../support/sample-files.ts";

test("the keyboard alone is enough, from the first answer to the last file", async ({ page }) => {
  const name = `Keys ${Date.now()}`;
  await page.goto("/questionnaire");
  const tabTo = async (label: string | RegExp, role: "textbox" | "radio" | "button" | "file") => {
    const target =
      role === "file"
        ? chooser(page)
        : page.getByRole(role, { name: label, exact: typeof label === "string" });
    for (let presses = 0; presses < 60; presses++) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press("Tab");
    }
    throw new Error(`${String(label)} cannot be reached with Tab`);
  };
  const answer = async (label: string | RegExp, text: string) => {
    await tabTo(label, "textbox");
    await page.keyboard.type(text);
  };
  await answer("Main headline", "Fresh bread");
  await answer("Key features", "Orders");
  await tabTo("Next", "button");
  await page.keyboard.press("Enter");
  await onStep(page, 2);
  await answer("Company story", "Since 1950");
  await answer("Mission statement", "Bread");
  await tabTo("No", "radio");
  await page.keyboard.press("ArrowDown");
  await expect(page.getByLabel("Team members")).toBeVisible();
  await tabTo("Next", "button");
  await page.keyboard.press("Space");
  await onStep(page, 3);
  await answer("List of services", "Bread");
  await tabTo("Next", "button");
  await page.keyboard.press("Enter");
  await onStep(page, 4);
  await answer("Street address", "1 Main Street");
  await answer("City", "New York");
  await answer("State", "NY");
  await answer("ZIP code", "10001");
  await answer("Your name", name);
  await answer("Your email", "ada@example.com");
  await answer("Your phone", "2125550142");
  await page.keyboard.press("Enter");
  await onStep(page, 5);
  // On a busy machine the first press can come before the browser lets the field open its window.
  await expect(async () => {
    await tabTo("", "file");
    const opened = page.waitForEvent("filechooser", { timeout: 5_000 });
    await page.keyboard.press("Enter");
    await (await opened).setFiles(file("keys.pdf", sampleFiles.pdf));
  }).toPass();
  await uploaded(page, "keys.pdf");
  await tabTo("Submit Questionnaire", "button");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/thank-you\?ref=/);
  expect((await attachmentsOf(name)).map((attachment) => attachment.name)).toEqual(["keys.pdf"]);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("files go with the form, and those that arrived are kept when something else is wrong", async ({
    page,
    troubles,
  }) => {
    const name = `Plain ${Date.now()}`;
    await page.goto("/questionnaire");
    await fillAll(page, name, false);
    await page.getByLabel("Your phone").fill("");
    const files = page.getByLabel(/^Files/);
    await files.setInputFiles([file("one.pdf", sampleFiles.pdf), file("two.png", sampleFiles.png)]);
    await page.getByRole("button", { name: "Submit Questionnaire" }).click();
    await expect(page.getByRole("link", { name: "Phone number is required" })).toBeVisible();
    await page.getByLabel("Keep two.png").uncheck();
    await page.getByLabel("Your phone").fill("2125550142");
    await page.getByLabel(/^Files/).setInputFiles([file("wrong.pdf", strangeFiles.program)]);
    await page.getByRole("button", { name: "Submit Questionnaire" }).click();
    await expect(page.getByText(FAILED).or(page.getByText("wrong.pdf")).first()).toBeVisible();
    await expect(page.getByLabel("Keep one.pdf")).toBeChecked();
    await page.getByRole("button", { name: "Submit Questionnaire" }).click();
    await expect(page).toHaveURL(/\/thank-you\?ref=/);
    expect((await attachmentsOf(name)).map((attachment) => attachment.name)).toEqual(["one.pdf"]);
    forget(troubles, "422");
  });
});
