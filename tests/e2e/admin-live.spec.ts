import { hydrated, openDashboard, rowsOf, section, startFilledSite } from "../support/admin-page.ts";
import type { AdminSite } from "../support/admin-site.ts";
import { expect, expectAccessible, test, forget } from "../support/e2e.ts";
import { sampleQuestionnaire } from "../support/sample-submissions.ts";

test.describe.configure({ mode: "default" });
test.use({ timezoneId: "Europe/Berlin" });

let adminSite: AdminSite;
test.beforeAll(async () => {
  adminSite = await startFilledSite();
});
test.afterAll(() => adminSite.stop());
test.afterEach(() => adminSite.proxy.clear());

test("a new submission appears without a reload", async ({ context, page }) => {
  await openDashboard(adminSite, context, page);
  await hydrated(page);
  const unread = page.getByRole("navigation", { name: "Dashboard" }).getByRole("link").first();
  await expect(unread).toHaveAccessibleName(/^Questionnaires \d+ new$/);
  const needs = page
    .getByRole("region", { name: "Needs you" })
    .getByRole("link", { name: /New questionnaires/ });
  const count = Number.parseInt((await unread.innerText()).replace(/\D/g, ""), 10);
  const later = {
    ...sampleQuestionnaire(1),
    _id: "questionnaire.new",
    contactInfo: { name: "Katherine Johnson", email: "katherine@example.com", phone: "(212) 555-0100" },
    submitted_at: "2026-11-20T18:00:00.000Z",
  };
  // The stream may still be on its way: what was missed is told with the next change.
  await expect(async () => {
    await adminSite.lake.writer.createOrReplace(later);
    await expect(rowsOf(page, "Questionnaires").nth(1)).toContainText("Katherine Johnson", { timeout: 2000 });
  }).toPass();
  await expect(page.locator("tr[data-arrived]")).toHaveCount(1);
  await expect(unread).toHaveAccessibleName(`Questionnaires ${count + 1} new`);
  await expect(needs).toHaveAccessibleName(`New questionnaires ${count + 1}`);
  await expectAccessible(page);
  await adminSite.lake.writer.delete("questionnaire.new");
  await expect(rowsOf(page, "Questionnaires").nth(1)).toContainText("Ada Lovelace 0");
});

test("who signs out elsewhere is sent to the sign-in page", async ({ context, page, troubles }) => {
  await openDashboard(adminSite, context, page);
  await page.request.post(`${adminSite.site.origin}/logout`);
  await expect(page).toHaveURL(/\/login\?redirectTo=%2Fadmin/);
  // What the page was asking for in that moment is refused, and the browser says so.
  forget(troubles, "401");
});

test.describe("while the store fails for one table", () => {
  const contracts = { path: /\/data\/query\/.*total(?!Cents).*adminContract/ };

  test("that one says so and is tried again; the others stand", async ({ context, page }) => {
    adminSite.proxy.fail({ ...contracts, fault: { kind: "status", status: 503 } });
    await openDashboard(adminSite, context, page);
    await expect(section(page, "Contracts").getByRole("alert")).toHaveText("Failed to load data.");
    await expect(rowsOf(page, "Questionnaires")).toHaveCount(51);
    await expectAccessible(page);
    await hydrated(page);
    const retry = section(page, "Contracts").getByRole("button", { name: "Try again: Contracts" });
    const asked = () => adminSite.proxy.seen.filter((line) => contracts.path.test(line)).length;
    const before = asked();
    await retry.click();
    await expect.poll(asked).toBeGreaterThan(before);
    await expect(section(page, "Contracts").getByRole("alert")).toHaveText("Failed to load data.");
    adminSite.proxy.clear();
    // A click that comes before React has taken over this table opens the page again, which is as good.
    await expect(async () => {
      if (await retry.isVisible()) await retry.click();
      await expect(rowsOf(page, "Contracts")).toHaveCount(51, { timeout: 3000 });
    }).toPass();
  });

  test("a page that opens without it comes alive", async ({ context, page }) => {
    adminSite.proxy.fail({ ...contracts, fault: { kind: "hang" } });
    await openDashboard(adminSite, context, page);
    await expect(section(page, "Contracts").getByRole("alert")).toHaveText("Failed to load data.");
    await hydrated(page);
    await expect(page.locator("html[data-live]")).toBeAttached();
    adminSite.proxy.clear();
    await section(page, "Contracts").getByRole("button", { name: "Try again: Contracts" }).click();
    await expect(rowsOf(page, "Contracts")).toHaveCount(51);
  });

  test("it says that it is loading", async ({ context, page }) => {
    await openDashboard(adminSite, context, page);
    await hydrated(page);
    adminSite.proxy.fail({ ...contracts, fault: { kind: "hang" } });
    await section(page, "Contracts").getByRole("searchbox").fill("Ada");
    await expect(section(page, "Contracts").getByText("Loading data...")).toBeVisible();
    await expectAccessible(page);
  });

  test("a submission that cannot be read says so in its dialog", async ({ context, page, troubles }) => {
    await openDashboard(adminSite, context, page);
    await hydrated(page);
    adminSite.proxy.fail({ path: /\/data\/query\/.*sample-1/, fault: { kind: "status", status: 503 } });
    await page.getByRole("link", { name: "View Grace Dijkstra 1", exact: true }).first().click();
    await expect(page.getByRole("dialog").getByRole("alert")).toHaveText("Failed to load data.");
    await expect(page.getByRole("dialog").getByRole("link", { name: "Try again" })).toBeVisible();
    troubles.length = 0; // the browser notes the 503
  });
});
