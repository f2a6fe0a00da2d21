import { hydrated, openDashboard, rowsOf, section, startFilledSite } from "../support/admin-page.ts";
import type { AdminSite } from "../support/admin-site.ts";
import { expect, expectAccessible, expectReadableInTheDark, forget, test } from "../support/e2e.ts";
import { sampleQuestionnaire, storeSamples } from "../support/sample-submissions.ts";

test.describe.configure({ mode: "default" });
test.use({ timezoneId: "Europe/Berlin" });

let adminSite: AdminSite;
test.beforeAll(async () => {
  adminSite = await startFilledSite();
});
test.afterAll(() => adminSite.stop());

test("shows cards and tables with the specified columns, dates in the company's zone", async ({
  context,
  page,
}) => {
  await openDashboard(adminSite, context, page);
  const main = page.getByRole("main");
  await expect(main.getByRole("link", { name: /Project Questionnaire/ })).toHaveAttribute(
    "href",
    "/questionnaire",
  );
  await expect(main.getByRole("link", { name: /Service Contract/ })).toHaveAttribute("href", "/contract");
  const headings = (name: string) => section(page, name).getByRole("columnheader");
  await expect(headings("Questionnaires")).toHaveText([
    "Select",
    "Name",
    "Email",
    "Phone",
    "Project Type",
    "Status",
    "Submission Date",
    "Actions",
  ]);
  await expect(headings("Contracts")).toHaveText([
    "Select",
    "Name",
    "Email",
    "Total",
    "Payment",
    "Status",
    "Submission Date",
    "View",
  ]);
  // As the server sent it, and as the browser has it, which is six hours ahead.
  await hydrated(page);
  const first = rowsOf(page, "Questionnaires").nth(1);
  await expect(first).toContainText("Ada Lovelace 0");
  await expect(first).toContainText("Not specified");
  await expect(first.getByText("Nov 20, 2026, 10:00 AM")).toHaveAttribute(
    "datetime",
    "2026-11-20T15:00:00.000Z",
  );
  await expect(rowsOf(page, "Contracts").nth(1)).toContainText("$1,868.00");
  await expect(rowsOf(page, "Contracts").nth(1).getByText("New")).toHaveAttribute("data-badge", "primary");
  await expect(section(page, "Contact messages").getByRole("row")).toHaveCount(4);
  await expect(section(page, "Newsletter subscribers").getByRole("row")).toHaveCount(3);
});

test("begins with what waits, on the first screen of a phone, and leads to its rows", async ({
  context,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openDashboard(adminSite, context, page);
  const needs = page.getByRole("region", { name: "Needs you" });
  await expect(needs.getByRole("link").last()).toBeInViewport();
  await needs.getByRole("link", { name: /^New messages 3$/ }).click();
  await expect(page).toHaveURL(/messages-needs=messages#messages$/);
  const messages = section(page, "Contact messages");
  await expect(messages).toContainText("Only what needs you: new messages");
  await expect(messages.getByRole("row")).toHaveCount(4);
  await messages.getByRole("link", { name: "Show all: Contact messages" }).click();
  await expect(messages).not.toContainText("Only what needs you");
});

test("is accessible, light and dark, with and without an open submission", async ({ context, page }) => {
  test.slow(); // axe looks at four long screens
  await openDashboard(adminSite, context, page);
  await hydrated(page);
  await expectAccessible(page);
  await expectReadableInTheDark(page);
  for (const path of ["questionnaires/questionnaire", "contracts/contract", "messages/contact"]) {
    await page.emulateMedia({ colorScheme: "light" });
    await page.goto(`${adminSite.site.origin}/admin/${path}.sample-1`);
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectAccessible(page);
    await expectReadableInTheDark(page);
  }
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto(`${adminSite.site.origin}/admin/messages/contact.sample-1/delete`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Delete");
  await expectAccessible(page);
  await expectReadableInTheDark(page);
});

test("searches, filters, sorts and pages by address, each table by itself", async ({ context, page }) => {
  await openDashboard(adminSite, context, page);
  await hydrated(page);
  const questionnaires = section(page, "Questionnaires");
  await questionnaires.getByRole("link", { name: "Next" }).click();
  await expect(page).toHaveURL(/questionnaires-page=2/);
  await expect(questionnaires.getByText("51–100 of 120")).toBeVisible();
  await section(page, "Contracts").getByRole("link", { name: "Name" }).click();
  await expect(page).toHaveURL(/contracts-sort=name/);
  await expect(section(page, "Contracts").getByRole("columnheader", { name: "Name" })).toHaveAttribute(
    "aria-sort",
    "ascending",
  );
  await expect(rowsOf(page, "Contracts").nth(1)).toContainText("Ada");
  const search = questionnaires.getByRole("searchbox");
  await search.fill("ada");
  await expect(page).toHaveURL(/questionnaires-search=ada/);
  await search.fill("grace.1");
  await expect(page).toHaveURL(/questionnaires-search=grace\.1/);
  await page.goBack();
  await expect(search).toHaveValue("");
  await expect(questionnaires.getByText("51–100 of 120")).toBeVisible();
  await page.goForward();
  await expect(search).toHaveValue("grace.1");
  await expect(page).not.toHaveURL(/questionnaires-page/);
  await expect(questionnaires.getByText(/^1–\d of \d$/)).toBeVisible();
  await questionnaires.getByLabel("Status of questionnaires").selectOption("closed");
  await expect(questionnaires.getByText("Nothing matches this search.")).toBeVisible();
  const address = page.url();
  await page.reload();
  await expect(questionnaires.getByRole("searchbox")).toHaveValue("grace.1");
  await expect(section(page, "Contracts").getByRole("columnheader", { name: "Name" })).toHaveAttribute(
    "aria-sort",
    "ascending",
  );
  await section(page, "Contracts").getByRole("link", { name: "Name" }).click();
  await expect(page).toHaveURL(/contracts-sort=-name/);
  await page.goBack();
  await expect(page).toHaveURL(address);
  await questionnaires.getByRole("link", { name: "Show all: Questionnaires" }).click();
  await expect(questionnaires.getByRole("searchbox")).toBeFocused();
  await expect(questionnaires.getByText("1–50 of 120")).toBeVisible();
});

test("fits a phone: nothing lies to the right of it, and rows are rows to those who listen", async ({
  context,
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openDashboard(adminSite, context, page);
  const table = page.getByRole("region", { name: "Questionnaires, table" });
  for (const box of [page.locator("html"), table])
    expect(await box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  const row = table.getByRole("row", { name: /Ada Lovelace 0 / });
  await expect(row.getByRole("link", { name: "Download Ada Lovelace 0" })).toBeVisible();
  await expect(row.getByRole("cell", { name: "ada.0@example.com", exact: true })).toBeVisible();
  for (const width of [700, 768, 1023]) {
    await page.setViewportSize({ width, height: 640 });
    expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    for (const part of [
      row.getByText("New", { exact: true }),
      row.locator("time"),
      row.getByRole("link", { name: /Download/ }),
    ]) {
      const box = await part.boundingBox();
      expect((box?.x ?? width) + (box?.width ?? 0)).toBeLessThan(width);
    }
  }
});

test("words that are very long break, and the whole table stays in sight", async ({ context, page }) => {
  const email = `${"very.long.mailbox.".repeat(3)}@${"department.".repeat(8)}example.com`;
  const contactInfo = { ...sampleQuestionnaire(0).contactInfo, name: "Ada ".repeat(40), email };
  await adminSite.lake.writer.patch("questionnaire.sample-0").set({ contactInfo }).commit();
  await page.setViewportSize({ width: 1440, height: 900 });
  await openDashboard(adminSite, context, page);
  await expect(page.getByText(email)).toBeVisible();
  const table = page.getByRole("region", { name: "Questionnaires, table" });
  expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await adminSite.lake.writer.createOrReplace(sampleQuestionnaire(0));
});

test("10,000 questionnaires are searched and paged", async ({ context, page, troubles }) => {
  test.slow();
  await storeSamples(adminSite.lake.writer, sampleQuestionnaire, 10_000);
  const questionnaires = section(page, "Questionnaires");
  const tryAgain = questionnaires.getByRole("button", { name: "Try again" });
  // The lake has a process of its own for long queries, which begins with all documents: longer than a table may take, on a busy machine.
  const expectShown = (rows: string) =>
    expect(async () => {
      if (await tryAgain.isVisible()) await tryAgain.click({ timeout: 5_000 });
      await expect(questionnaires.getByText(rows)).toBeVisible({ timeout: 10_000 });
    }).toPass({ timeout: 90_000 });
  await openDashboard(adminSite, context, page, "/admin?questionnaires-page=200");
  await expectShown("9,951–10,000 of 10,000");
  await expect(rowsOf(page, "Questionnaires")).toHaveCount(51);
  await expect(questionnaires.getByText("Page 200 of 200")).toBeVisible();
  await page.goto(`${adminSite.site.origin}/admin?questionnaires-search=grace.9990%40`);
  await expectShown("1–1 of 1");
  forget(troubles, "503");
});

test("selected rows get a status together, and are selected no more", async ({ context, page }) => {
  await openDashboard(adminSite, context, page);
  await hydrated(page);
  const messages = section(page, "Contact messages");
  const all = messages.getByRole("checkbox", { name: "Select all on this page: Contact messages" });
  await all.check();
  await messages.getByRole("checkbox", { name: "Select Ada Lovelace 0" }).uncheck();
  await messages.getByRole("button", { name: "Reviewed" }).click();
  await expect(messages.getByText("2 messages marked as Reviewed.")).toBeVisible();
  await expect(messages.getByRole("cell", { name: "Reviewed" })).toHaveCount(2);
  await expect(messages.getByRole("checkbox", { name: /^Select \w+ \w+ \d/, checked: true })).toHaveCount(0);
  await expectAccessible(page);
});

test("the keys of a table work in it and nowhere else, and help says which they are", async ({
  context,
  page,
}) => {
  await openDashboard(adminSite, context, page);
  await hydrated(page);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await section(page, "Contracts, table").focus();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(section(page, "Contracts, table")).toBeFocused();
});
