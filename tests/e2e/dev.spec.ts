import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PAGES } from "../../app/model/page-list.ts";
import { ADMIN_EMAILS, signInContext } from "../support/admins.ts";
import { expect, test as base, type Page } from "../support/e2e.ts";
import { copyFilledLake } from "../support/filled-lake.ts";
import { freePort } from "../support/ports.ts";
import { start, waitFor } from "../support/process.ts";
import { lakeClient, lakeTokens } from "../support/site.ts";

// npm run dev in a fresh checkout: what Vite bundles ahead is not there yet.

interface DevSite {
  origin: string;
  dataDir: string;
  env: Record<string, string>;
  output(): string;
}

const root = fileURLToPath(new URL("../..", import.meta.url));

const test = base.extend<object, { site: DevSite }>({
  site: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright wants to see which fixtures are used: none
    async ({}, use) => {
      const dataDir = mkdtempSync(join(tmpdir(), "dev-"));
      // Among the packages, which Vite takes for no sources of ours.
      const cacheDir = mkdtempSync(join(root, "node_modules/.vite-"));
      await copyFilledLake(join(dataDir, "lake"));
      const port = await freePort();
      const origin = `http://localhost:${port}`;
      const running = start([join(root, "dev/server.ts")], {
        NODE_ENV: "development",
        LOG_LEVEL: "warn",
        PORT: String(port),
        DATA_DIR: dataDir,
        DEV_CACHE_DIR: cacheDir,
        ADMIN_EMAILS,
      });
      await waitFor(`${origin}/icons/favicon.svg`, running);
      await use({ origin, dataDir, env: { DATA_DIR: dataDir }, output: running.output });
      await running.stop();
      for (const directory of [dataDir, cacheDir]) rmSync(directory, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: async ({ site }, use) => use(site.origin),
});

test.describe.configure({ mode: "default" });

const VISITED = [
  ...PAGES.map(({ path }) => path),
  "/blog/the-monday-question",
  "/search?q=data",
  "/login",
  "/newsletter",
  "/thank-you",
];
const ADMIN_PAGES = ["/admin", "/admin/figures", "/admin/contracts/new", "/admin/outbox"];

/** Fails when a page loads again by itself, which a package that Vite discovers late would bring. */
async function openAll(page: Page, paths: readonly string[]): Promise<void> {
  let loads = 0;
  page.on("domcontentloaded", () => (loads += 1));
  for (const path of paths) {
    loads = 0;
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(200);
    await expect(page.getByRole("heading", { level: 1 }), path).toBeVisible();
    expect(loads, path).toBe(1);
  }
}

test("every page comes alive at once, without a warning", async ({ page }) => {
  await openAll(page, VISITED);
});

test("an admin's pages do, too", async ({ page, context, site }) => {
  await signInContext(context, site);
  await openAll(page, ADMIN_PAGES);
});

test("a form sends without leaving its page", async ({ page, site }) => {
  await page.goto("/contact");
  await page.getByLabel("Name").fill("Ada Lovelace");
  await page.getByLabel("Email", { exact: true }).fill("ada@example.com");
  await page.getByLabel("Message").fill("Hello from the development server");
  await page.getByRole("button", { name: "Send Message" }).click();
  await expect(
    page.getByText("Thank you! Your message has been sent. We will get back to you soon."),
  ).toBeVisible();
  const client = lakeClient(site, lakeTokens(site.dataDir).write);
  const stored = `count(*[_type == "contactSubmission" && message == "Hello from the development server"])`;
  await expect.poll(() => client.fetch(stored)).toBe(1);
});

test("the Studio edits the same content, with hot reloading", async ({ page, context, site, troubles }) => {
  await signInContext(context, site);
  const reloading = page.waitForEvent("websocket", (socket) => new URL(socket.url()).pathname === "/studio/");
  await page.goto("/studio/structure/homePage");
  await reloading;
  const headline = page.getByTestId("field-headline").getByRole("textbox").first();
  await expect(headline).toBeEditable({ timeout: 120_000 });
  await headline.fill("Edited while the site is made");
  const publish = page.getByTestId("action-publish");
  await expect(publish).toBeEnabled();
  await publish.click();
  await expect
    .poll(async () => (await page.request.get("/")).text())
    .toContain("Edited while the site is made");
  // Sanity's hosts, which the Studio asks whatever its settings; here no policy stops it.
  troubles.splice(0);
});

test("nothing was bundled while it ran, and nothing went wrong on the server", ({ site }) => {
  const said = site
    .output()
    .slice(site.output().indexOf("Ctrl-C stops it."))
    // A browser that closes its window may reset the connection of hot reloading.
    .replaceAll(
      /^.*\[vite\] ws proxy (?:socket )?error:\nError: (?:read|write) (?:ECONNRESET|EPIPE)\n(?: {4}at .*\n?)*/gm,
      "",
    );
  expect(said.trim()).toBe("Ctrl-C stops it.");
});
