import { dateOf } from "../../app/model/format.ts";
import { openDashboard, section } from "../support/admin-page.ts";
import { startAdminSite, type AdminSite } from "../support/admin-site.ts";
import {
  anotherBrowser,
  expect,
  expectAccessible,
  expectReadableInTheDark,
  test,
  type Page,
} from "../support/e2e.ts";
import { sampleContract, sampleMessage } from "../support/sample-submissions.ts";

test.describe.configure({ mode: "default" });

let adminSite: AdminSite;
test.beforeAll(async () => {
  adminSite = await startAdminSite();
  // The charts end with this week, whenever the test runs.
  const time = new Date();
  const now = time.toISOString();
  const today = dateOf(time);
  await adminSite.lake.writer.create({ ...sampleContract(0), _id: "contract.now", submittedAt: now });
  await adminSite.lake.writer.create({ ...sampleMessage(0), _id: "contact.now", submitted_at: now });
  const paths = [{ _key: "a", path: "/", views: 41 }];
  await adminSite.lake.writer.create({ _id: `pageView.${today}`, _type: "pageViewDay", day: today, paths });
});
test.afterAll(() => adminSite.stop());
test.afterEach(() => adminSite.proxy.clear());

/** The stored ones, and those that these tests' own pages add. */
const VIEWS = /^4\d$/;

const figures = (page: Page) => section(page, "Last twelve weeks");

test("draws what came in, light and dark, and says the same in tables", async ({ context, page }) => {
  await openDashboard(adminSite, context, page);
  const charts = figures(page).getByRole("figure");
  await expect(charts).toHaveCount(3);
  // Twelve weeks of four kinds, two sums and the views.
  await expect(figures(page).locator("svg rect")).toHaveCount(12 * (4 + 2 + 1));
  const highest = await charts.nth(2).locator("rect").last().getAttribute("height");
  expect(Number(highest)).toBeGreaterThan(100);
  for (const [n, cells] of [
    [1, ["$500.00", "$1,368.00"]],
    [2, [VIEWS]],
  ] as const) {
    await charts.nth(n).getByText("Show as a table").click();
    const thisWeek = charts.nth(n).getByRole("row").last();
    for (const cell of cells) await expect(thisWeek.getByRole("cell", { name: cell })).toBeVisible();
  }
  await expectAccessible(page);
  await expectReadableInTheDark(page);
});

test("fails alone, and is tried again", async ({ browser, troubles }) => {
  const fresh = await startAdminSite();
  const context = await anotherBrowser(browser);
  const page = await context.newPage();
  fresh.proxy.fail({ path: /\/data\/query\/.*pageViewDay/, fault: { kind: "status", status: 503 } });
  await openDashboard(fresh, context, page);
  await expect(figures(page).getByRole("alert")).toHaveText("Failed to load data.");
  await expect(
    section(page, "Contracts").getByText("Service orders of clients will appear here."),
  ).toBeVisible();
  fresh.proxy.clear();
  await figures(page).getByRole("button", { name: "Try again: Charts" }).click();
  await expect(figures(page).getByRole("figure")).toHaveCount(3);
  expect(troubles).toEqual([]);
  await context.close();
  await fresh.stop();
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the figures are a page with their charts and tables", async ({ context, page }) => {
    await openDashboard(adminSite, context, page);
    await figures(page).getByRole("link", { name: "Figures as a page" }).click();
    await expect(page).toHaveURL(/\/admin\/figures$/);
    await expect(page.locator("figure svg rect")).toHaveCount(12 * (4 + 2 + 1));
    await page.getByText("Show as a table").last().click();
    await expect(page.getByRole("cell", { name: VIEWS })).toBeVisible();
  });
});
