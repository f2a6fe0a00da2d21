import { Secret, TOTP } from "otpauth";
import { storeAccount } from "../support/admins.ts";
import {
  expect,
  expectAccessible,
  expectReadableInTheDark,
  newCaller,
  site,
  siteDataDir,
  test,
  type Page,
} from "../support/e2e.ts";
import { uniqueEmail } from "../support/order-page.ts";
import { mailedLinks } from "../support/site.ts";

const PASSWORD = "difference engine no. 2";
const FRESH = "a fresh start in november";

test.use(newCaller);

async function makeAccount(email: string, totpSecret?: string): Promise<void> {
  const account = { email, password: PASSWORD, ...(totpSecret ? { totpSecret } : {}) };
  await storeAccount({ origin: site, dataDir: await siteDataDir() }, account);
}

async function bothThemes(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: "light" });
  await expectAccessible(page);
  await expectReadableInTheDark(page);
  await page.emulateMedia({ colorScheme: "light" });
}

/** Nothing is wider than the narrowest screen that the site is made for. */
async function expectFits(page: Page): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  if (before) await page.setViewportSize(before);
}

async function typePassword(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
}

async function newestLink(email: string): Promise<string> {
  const dataDir = await siteDataDir();
  const find = () => mailedLinks(dataDir, "/login/reset", email)[0] ?? "";
  await expect.poll(find).not.toBe("");
  return find();
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled });
    const suffix = javaScriptEnabled ? "script" : "plain";

    test("a second factor is set up, asked for, and let in by a recovery code", async ({
      page,
      troubles,
    }) => {
      const email = uniqueEmail(`factor.${suffix}`);
      await makeAccount(email);
      await typePassword(page, email);
      await expect(page).toHaveURL("/");
      if (javaScriptEnabled) await page.getByRole("banner").getByRole("link", { name: "Account" }).click();
      else await page.goto("/account");
      await expect(page.getByRole("heading", { name: "Account", exact: true })).toBeVisible();
      if (javaScriptEnabled) await bothThemes(page);
      await expectFits(page);

      const start = page.getByRole("form", { name: "Turn on" });
      await start.getByLabel("Current password").fill(PASSWORD);
      await start.getByRole("button", { name: "Turn on" }).click();
      await expect(page.getByRole("img", { name: "QR code" })).toBeVisible();
      if (javaScriptEnabled) await bothThemes(page);
      await expectFits(page);
      const uri = (await page.getByRole("link", { name: "Open the app" }).getAttribute("href")) ?? "";
      const totp = new TOTP({ secret: Secret.fromBase32(new URL(uri).searchParams.get("secret") ?? "") });
      await page.getByLabel("Six-digit code").fill(totp.generate());
      await page.getByRole("button", { name: "Confirm code" }).click();
      await expect(page.getByRole("heading", { name: "Save your recovery codes" })).toBeVisible();
      const [code = ""] = await page.locator("main ol li").allTextContents();
      if (javaScriptEnabled) await bothThemes(page);
      await expectFits(page);
      await page.getByRole("link", { name: "I have saved them" }).click();
      await expect(page.getByText("You have 10 recovery codes left.")).toBeVisible();
      if (javaScriptEnabled) await bothThemes(page);

      await page.context().clearCookies();
      await typePassword(page, email);
      await expect(page).toHaveURL("/login/code");
      await page.getByLabel("Six-digit code").fill("000000");
      await page.getByRole("button", { name: "Sign In" }).click();
      await expect(page.getByRole("alert")).toContainText("This code is wrong or was used already.");
      if (javaScriptEnabled) await bothThemes(page);
      await expectFits(page);
      await page.getByRole("link", { name: "Use a recovery code instead" }).click();
      await page.getByLabel("Recovery code").fill(code);
      await page.getByRole("button", { name: "Sign In" }).click();
      await expect(page).toHaveURL("/");
      await page.goto("/account");
      await expect(page.getByText("You have 9 recovery codes left.")).toBeVisible();
      troubles.length = 0; // the browser notes the 401
    });

    test("a forgotten password is replaced by a link in a mail, and the second factor stays", async ({
      page,
      troubles,
    }) => {
      const email = uniqueEmail(`reset.${suffix}`);
      const totp = new TOTP({ secret: new Secret() });
      await makeAccount(email, totp.secret.base32);
      await page.goto("/login");
      await page.getByRole("link", { name: "Forgot your password?" }).click();
      await expect(page.getByRole("heading", { name: "Set a new password" })).toBeVisible();
      if (javaScriptEnabled) await bothThemes(page);
      await page.getByLabel("Email").fill(email);
      await page.getByRole("button", { name: "Email me a link" }).click();
      await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
      if (javaScriptEnabled) await bothThemes(page);
      await expectFits(page);

      const link = await newestLink(email);
      await page.goto(link);
      await page.getByLabel("New password", { exact: true }).fill("password1234");
      await page.getByLabel("Repeat the new password").fill("password1234");
      await page.getByRole("button", { name: "Save password" }).click();
      await expect(page.getByText("among the most common ones")).toBeVisible();
      if (javaScriptEnabled) await bothThemes(page);
      await expectFits(page);
      await page.getByLabel("New password", { exact: true }).fill(FRESH);
      await page.getByLabel("Repeat the new password").fill(FRESH);
      await page.getByRole("button", { name: "Save password" }).click();
      await expect(page.getByRole("heading", { name: "Password changed" })).toBeVisible();
      await page.getByRole("link", { name: "Back to sign in" }).click();
      await expect(page).toHaveURL("/login");
      await typePassword(page, email, FRESH);
      await page.getByLabel("Six-digit code").fill(totp.generate());
      await page.getByRole("button", { name: "Sign In" }).click();
      await expect(page).toHaveURL("/");
      await page.goto(link);
      await expect(page.getByText("This link has expired or has already been used.")).toBeVisible();
      if (javaScriptEnabled) await bothThemes(page);
      troubles.length = 0; // the browser notes the 422 and the 400
    });
  });
}
