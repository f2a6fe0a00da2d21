import type { BrowserContext } from "@playwright/test";
import { startAdminSite, type AdminSite } from "./admin-site.ts";
import { signInContext } from "./admins.ts";
import { expect, type Page } from "./e2e.ts";
import {
  sampleContract,
  sampleMessage,
  sampleQuestionnaire,
  sampleSubscriber,
  storeSamples,
} from "./sample-submissions.ts";

/** A site for one test file, with 120 questionnaires, 60 contracts, 3 messages and 2 subscribers. */
export async function startFilledSite(): Promise<AdminSite> {
  const adminSite = await startAdminSite();
  await storeSamples(adminSite.lake.writer, sampleQuestionnaire, 120);
  await storeSamples(adminSite.lake.writer, sampleContract, 60);
  await storeSamples(adminSite.lake.writer, sampleMessage, 3);
  await storeSamples(adminSite.lake.writer, sampleSubscriber, 2);
  return adminSite;
}

/** Opens the dashboard, or a submission over it, as an admin. */
export async function openDashboard(
  { site }: AdminSite,
  context: BrowserContext,
  page: Page,
  path = "/admin",
): Promise<void> {
  await signInContext(context, site);
  await page.goto(site.origin + path);
  await expect(page.getByRole("heading", { name: "Admin dashboard" })).toBeVisible();
}

/** A table with its heading, by name. */
export const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
export const rowsOf = (page: Page, name: string) => section(page, name).getByRole("row");

/** Expects hydration. */
export const hydrated = (page: Page) => expect(page.locator("html[data-live]")).toBeAttached();
