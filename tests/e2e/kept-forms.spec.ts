import type { BrowserContext } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { subscriberKey, unsubscribeUrl } from "../../app/forms/newsletter/subscriber.server.ts";
import { parseEnv } from "../../app/platform/env.server.ts";
import { loadSecret } from "../../app/platform/secret.server.ts";
import { sessionCookie, storeAccount } from "../support/admins.ts";
import {
  expect,
  forget,
  newCaller,
  signInAsAdmin,
  site,
  siteDataDir,
  siteEnv,
  test,
  type Page,
} from "../support/e2e.ts";
import { live } from "../support/live-page.ts";
import { uniqueEmail } from "../support/order-page.ts";
import { mailedLinks } from "../support/site.ts";

// Account and newsletter forms keep their input when the connection fails.

const PASSWORD = "difference engine no. 2";
const FRESH = "a fresh start in november";
const BAD_LINK = "This link has expired or has already been used.";

test.use(newCaller);
test.afterEach(({ troubles }) => forget(troubles, "ERR_CONNECTION_RESET"));

async function makeAccount(email: string, totpSecret?: string): Promise<void> {
  const account = { email, password: PASSWORD, ...(totpSecret ? { totpSecret } : {}) };
  await storeAccount({ origin: site, dataDir: await siteDataDir() }, account);
}

async function signIn(context: BrowserContext, email: string): Promise<void> {
  const [name = "", value = ""] = (await sessionCookie(await siteDataDir(), email)).split(/=(.*)/s);
  await context.addCookies([{ name, value, url: site }]);
}

async function mailedLink(path: string, email: string): Promise<string> {
  const dataDir = await siteDataDir();
  const find = () => mailedLinks(dataDir, path, email)[0] ?? "";
  await expect.poll(find).not.toBe("");
  return find();
}

/** Presses a button while posts are cut off, reads that the page stays, and presses it again with a connection. */
async function pressTwice(page: Page, name: string, whileKept?: () => Promise<void>): Promise<void> {
  const button = page.getByRole("button", { name, exact: true });
  await page.route("**", (route) =>
    route.request().method() === "POST" ? route.abort("connectionreset") : route.continue(),
  );
  const typed = () =>
    page
      .locator("main input:visible")
      .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
  const before = await typed();
  await button.click();
  await expect(page.getByText(/^This could not be sent\./)).toBeVisible();
  expect(await typed()).toEqual(before);
  await whileKept?.();
  await page.unroute("**");
  await button.click();
}

const accountLink = (page: Page) => page.getByRole("banner").getByRole("link", { name: "Account" });

const newPassword = async (page: Page) => {
  await page.getByLabel("New password", { exact: true }).fill(FRESH);
  await page.getByLabel("Repeat the new password").fill(FRESH);
};

test("the code of a sign-in, which then loads a new document and tells the other tabs", async ({
  context,
  page,
  troubles,
}) => {
  const email = uniqueEmail("kept-code");
  const totp = new TOTP({ secret: new Secret() });
  await makeAccount(email, totp.secret.base32);
  const other = await context.newPage();
  await other.goto("/about");
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL("/login/code");
  await live(page);
  const code = page.getByLabel("Six-digit code");
  await page.evaluate(() => Object.assign(window, { isOld: true }));
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(code).toBeFocused();
  await expect(page.getByText("Code is required")).toBeVisible();
  await code.fill("000000");
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByRole("alert")).toContainText("This code is wrong or was used already.");
  await expect(code).toHaveValue("");
  forget(troubles, /4(?:01|22)/);
  await code.fill(totp.generate());
  await pressTwice(page, "Sign In");
  await expect(page).toHaveURL("/");
  await expect(accountLink(page)).toBeVisible();
  expect(await page.evaluate(() => "isOld" in window)).toBe(false);
  await expect(accountLink(other)).toBeVisible();
});

test("a new password by a link, which ends the session of this browser, too", async ({
  context,
  page,
  troubles,
}) => {
  const email = uniqueEmail("kept-reset");
  await makeAccount(email);
  await signIn(context, email);
  const other = await context.newPage();
  await other.goto("/about");
  await expect(accountLink(other)).toBeVisible();
  await page.goto("/login/reset?token=old");
  await expect(page.getByText(BAD_LINK)).toBeVisible();
  await page.getByRole("button", { name: "Email me a link" }).click();
  await expect(page.getByLabel("Email")).toBeFocused();
  await expect(page.getByText(BAD_LINK)).toHaveCount(0);
  forget(troubles, /4(?:00|22)/);
  await page.getByLabel("Email").fill(email);
  await pressTwice(page, "Email me a link");
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  await expect(page.getByRole("main")).toBeFocused();
  await page.goto(await mailedLink("/login/reset", email));
  await expect(accountLink(page)).toBeVisible();
  await newPassword(page);
  await pressTwice(page, "Save password");
  await expect(page.getByRole("heading", { name: "Password changed" })).toBeVisible();
  for (const tab of [page, other]) await expect(accountLink(tab)).toHaveCount(0);
});

test("an invitation's password", async ({ browser, page }) => {
  const email = uniqueEmail("kept-invitation");
  const admin = await browser.newContext();
  await signInAsAdmin(admin);
  const form = { intent: "invite", email, role: "editor" };
  await admin.request.post(`${site}/admin/people`, { form, headers: { origin: site } });
  await page.goto(await mailedLink("/login/invitation", email));
  await newPassword(page);
  const studio = page.waitForRequest(`${site}/studio`);
  await pressTwice(page, "Save and sign in");
  expect((await studio).resourceType()).toBe("document");
  await page.waitForURL(/\/studio/);
  await page.goto("/account");
  await expect(page.getByText(email)).toBeVisible();
  await admin.close();
});

test("the settings of an account, with the setup that is open", async ({ context, page }) => {
  const email = uniqueEmail("kept-account");
  await makeAccount(email);
  await signIn(context, email);
  await page.goto("/account");
  const start = page.getByRole("form", { name: "Turn on" });
  await start.getByLabel("Current password").fill(PASSWORD);
  await pressTwice(page, "Turn on");
  await expect(page.getByRole("form", { name: "Confirm code" })).toBeFocused();
  const uri = (await page.getByRole("link", { name: "Open the app" }).getAttribute("href")) ?? "";
  const totp = new TOTP({ secret: Secret.fromBase32(new URL(uri).searchParams.get("secret") ?? "") });
  await page.getByLabel("Six-digit code").fill(totp.generate());
  await pressTwice(page, "Confirm code");
  const codes = page.getByRole("heading", { name: "Save your recovery codes" });
  await expect(codes).toBeInViewport();
  await accountLink(page).click();
  await expect(codes).toHaveCount(0);
  const change = page.getByRole("form", { name: "Change password" });
  await change.getByLabel("Current password").fill(PASSWORD);
  await newPassword(page);
  await pressTwice(page, "Change password", () => expect(codes).toHaveCount(0));
  await expect(page.getByRole("status").filter({ hasText: "Your password has been changed." })).toBeFocused();
});

test("the newsletter's own page", async ({ page }) => {
  await page.goto("/newsletter");
  await page.getByLabel("Email address").fill(uniqueEmail("kept-newsletter"));
  await page.route("**", (route) =>
    route.request().method() === "POST" ? route.abort("connectionreset") : route.continue(),
  );
  await page.getByRole("button", { name: "Subscribe" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Network error." })).toBeFocused();
  await page.unroute("**");
  await page.getByRole("button", { name: "Subscribe" }).click();
  await expect(page.getByRole("heading", { name: "Thank You!" })).toBeVisible();
  await expect(page.getByRole("main")).toBeFocused();
});

test("leaving the newsletter", async ({ page }) => {
  const env = parseEnv({ ...(await siteEnv()), LOG_LEVEL: "silent" });
  const secret = loadSecret(env);
  await page.goto(unsubscribeUrl(secret, site, subscriberKey(secret, uniqueEmail("kept-newsletter"))));
  await pressTwice(page, "Unsubscribe");
  await expect(page.getByRole("main")).toBeFocused();
  await expect(page.getByRole("button", { name: "Unsubscribe", exact: true })).toHaveCount(0);
});
