import { readFile } from "node:fs/promises";
import type { BrowserContext, Page } from "@playwright/test";
import { hydrated, openDashboard, rowsOf, section, startFilledSite } from "../support/admin-page.ts";
import type { AdminSite } from "../support/admin-site.ts";
import { signInContext } from "../support/admins.ts";
import { anotherBrowser, expect, expectAccessible, test } from "../support/e2e.ts";

test.describe.configure({ mode: "default" });
test.use({ timezoneId: "Europe/Berlin" });

let adminSite: AdminSite;
test.beforeAll(async () => {
  adminSite = await startFilledSite();
});
test.afterAll(() => adminSite.stop());

test("a submission opens over the list by keyboard, keeps the focus, and gives it back", async ({
  context,
  page,
}) => {
  await openDashboard(adminSite, context, page, "/admin?contracts-page=2");
  await hydrated(page);
  const view = page.getByRole("link", { name: "View Alan Perlman 2", exact: true }).first();
  await view.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Questionnaire of Alan Perlman 2" });
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/questionnaires\/questionnaire\.sample-2\?contracts-page=2$/);
  const inside = () => dialog.evaluate((element) => element.contains(document.activeElement));
  await expect.poll(inside).toBe(true);
  for (let n = 0; n < 12; n += 1) {
    await page.keyboard.press("Tab");
    const onPage = await page.evaluate(() => document.activeElement !== document.body);
    if (onPage) expect(await inside()).toBe(true);
  }
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/admin\?contracts-page=2$/);
  await expect(view).toBeFocused();
  await page.goBack();
  await expect(dialog).toBeVisible();
  await dialog.getByRole("link", { name: "Close" }).click();
  await expect(dialog).toBeHidden();
});

test("what was done with a contract has the focus in its dialog, and is said once", async ({
  context,
  page,
}) => {
  await openDashboard(adminSite, context, page, "/admin/contracts/contract.sample-7?done=refunded");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("The refund is recorded in the timeline.")).toBeFocused();
  await expectAccessible(page);
  await dialog.getByRole("link", { name: "Close" }).click();
  await expect(page).toHaveURL(`${adminSite.site.origin}/admin`);
});

test("a deleted message is said above the table, where the focus is", async ({ context, page }) => {
  await openDashboard(adminSite, context, page, "/admin/messages/contact.sample-1");
  await page.getByRole("dialog").getByRole("link", { name: "Delete" }).click();
  await page.getByLabel("Type “delete” to confirm").fill("delete");
  await page.getByRole("button", { name: "Delete" }).click();
  const messages = section(page, "Contact messages");
  await expect(messages.getByText("The message is deleted.")).toBeFocused();
  await expect(messages.getByText("1–2 of 2")).toBeVisible();
});

test("a contract shows its drawn signature, and is printed from a page of its own", async ({
  context,
  page,
}) => {
  const signature =
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  await adminSite.lake.writer.patch("contract.sample-7").set({ signature }).commit();
  await openDashboard(adminSite, context, page, "/admin/contracts/contract.sample-7");
  const drawn = page.getByRole("dialog").getByRole("img", { name: /Signature of/ });
  await expect(drawn).toHaveJSProperty("naturalWidth", 1);
  await page.getByRole("dialog").getByRole("link", { name: "Print" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Contract of Ada");
  await expectAccessible(page);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(page.getByRole("contentinfo")).toBeHidden();
  await expect(page.getByText("$1,868.00")).toBeVisible();
});

test("downloads a questionnaire as JSON and a table as CSV", async ({ context, page }) => {
  await openDashboard(adminSite, context, page);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download Ada Lovelace 0", exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("questionnaire-sample-0.json");
  const stored = await adminSite.lake.reader.getDocument("questionnaire.sample-0");
  expect(JSON.parse(await readFile(await download.path(), "utf8"))).toMatchObject({ ...stored });
  const [csv] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Export CSV: Contracts" }).click(),
  ]);
  expect(csv.suggestedFilename()).toBe("contracts.csv");
  expect((await readFile(await csv.path(), "utf8")).match(/^"contract\.sample-/gm)).toHaveLength(60);
});

test("two admins change one status: the second one sees a conflict and reloads", async ({
  browser,
  context,
  page,
  troubles,
}) => {
  await openDashboard(adminSite, context, page, "/admin/contracts/contract.sample-9");
  const otherContext = await anotherBrowser(browser, { timezoneId: "Europe/Berlin" });
  const other = await otherContext.newPage();
  await signInContext(otherContext, adminSite.site, "grace@example.com");
  await other.goto(`${adminSite.site.origin}/admin/contracts/contract.sample-9`);
  await other.getByRole("dialog").getByRole("button", { name: "Reviewed" }).click();
  await expect(other.getByRole("status").getByText("Reviewed")).toHaveAttribute("data-badge", "secondary");

  await page.getByRole("dialog").getByRole("button", { name: "Closed" }).click();
  const alert = page.getByRole("alert").filter({ hasText: "changed in the meantime" });
  await expect(alert).toBeFocused();
  expect(troubles.splice(0)).toHaveLength(1); // the browser notes the 409
  await alert.getByRole("link", { name: "Reload" }).click();
  await expect(page.getByRole("dialog").getByRole("status").getByText("Reviewed")).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Closed" }).click();
  await expect(page.getByRole("dialog").getByRole("status").getByText("Closed")).toBeVisible();
  await page.getByText("History (2)").click();
  await expect(page.getByText("New → Reviewed, grace@example.com")).toBeVisible();
  await expect(page.getByText("Reviewed → Closed, ada@example.com")).toBeVisible();
  // The list behind the other admin's dialog has heard of it.
  await other.keyboard.press("Escape");
  await expect(
    rowsOf(other, "Contracts").filter({ hasText: "Alan Perlman 9" }).getByText("Closed"),
  ).toBeVisible();
  await otherContext.close();
});

/** Opens a contract and the place for its notes, which with notes would be open already. */
async function openNotes(context: BrowserContext, page: Page) {
  await adminSite.lake.writer.patch("contract.sample-8").unset(["adminNotes"]).commit();
  await openDashboard(adminSite, context, page, "/admin/contracts/contract.sample-8");
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Notes", { exact: true }).click();
  return dialog;
}

test("an admin who is offline keeps the page and what was typed", async ({ context, page, troubles }) => {
  const dialog = await openNotes(context, page);
  await dialog.getByLabel("Notes").fill("Wants a quote.");
  await context.setOffline(true);
  await dialog.getByRole("button", { name: "Save notes" }).click();
  await expect(dialog.getByText(/^You’re offline\./)).toBeVisible();
  await expect(dialog.getByLabel("Notes")).toHaveValue("Wants a quote.");
  await context.setOffline(false);
  await expect(dialog.getByText(/^You’re offline\./)).toBeHidden();
  await dialog.getByRole("button", { name: "Save notes" }).click();
  await expect(page.getByText("Notes saved.")).toBeVisible();
  troubles.length = 0; // the stream of changes ends while offline
});

test("a form that gets no answer stays as it is and says so", async ({ context, page, troubles }) => {
  const dialog = await openNotes(context, page);
  await dialog.getByLabel("Notes").fill("Wants a quote.");
  await page.route(/\.data$/, (route) => route.abort("connectionreset"));
  await dialog.getByRole("button", { name: "Save notes" }).click();
  await expect(dialog.getByText(/^This could not be sent\./)).toBeVisible();
  await expect(dialog.getByLabel("Notes")).toHaveValue("Wants a quote.");
  await page.unroute(/\.data$/);
  await dialog.getByRole("button", { name: "Save notes" }).click();
  await expect(page.getByText("Notes saved.")).toBeVisible();
  await expect(dialog.getByText(/^This could not be sent\./)).toBeHidden();

  await page.goto(`${adminSite.site.origin}/admin/contracts/new`);
  await page.getByLabel("First name").fill("Ada");
  await page.getByRole("checkbox", { name: "Website development" }).check();
  const total = page.getByRole("region", { name: "Totals" }).getByText("$500.00").first();
  await expect(total).toBeVisible();
  // A proxy whose site is away.
  await page.route(/\.data$/, (route) => route.fulfill({ status: 502, body: "" }));
  await page.getByRole("button", { name: "Create contract" }).click();
  await expect(page.getByText(/^This could not be sent\./)).toBeVisible();
  await expect(page.getByLabel("First name")).toHaveValue("Ada");
  await expect(total).toBeVisible();
  troubles.length = 0; // what the browser says about the two requests
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("tables, submissions and their status work as pages", async ({ context, page }) => {
    await openDashboard(adminSite, context, page, "/admin?contracts-page=2");
    await section(page, "Contracts").getByRole("searchbox").fill("Company 58");
    await section(page, "Contracts").getByRole("button", { name: "Search" }).click();
    await expect(section(page, "Contracts").getByText("1–1 of 1")).toBeVisible();
    await section(page, "Contracts")
      .getByRole("link", { name: /^View / })
      .click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByText("Company 58")).toBeInViewport();
    await dialog.getByRole("button", { name: "Reviewed" }).click();
    await expect(dialog.getByRole("status").getByText("Reviewed")).toBeVisible();
    await dialog.getByRole("link", { name: "Close" }).click();
    await expect(page).toHaveURL(/contracts-search=Company/);
    await expect(rowsOf(page, "Contracts").nth(1).getByText("Reviewed")).toBeVisible();
    const messages = section(page, "Contact messages");
    await messages.getByRole("checkbox").first().check();
    await messages.getByRole("button", { name: "Reviewed" }).click();
    await expect(messages.getByText("1 message marked as Reviewed.")).toBeInViewport();
  });
});
