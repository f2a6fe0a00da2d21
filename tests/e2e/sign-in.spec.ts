import { expect, signInAsAdmin, site, siteDataDir, test, withoutPopup } from "../support/e2e.ts";
import { ada, createAccount } from "../support/admins.ts";

const REFUSED = "Failed to sign in. Please check your credentials.";

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  const { code, output } = await createAccount({ origin: site, dataDir: await siteDataDir() }, ada);
  expect(output).toContain("can sign in");
  expect(code).toBe(0);
});

test.beforeEach(({ page }) => withoutPopup(page));

test("a wrong password is said, keeps the address and has the focus; the right one signs in", async ({
  page,
  troubles,
}) => {
  await page.goto("/login?redirectTo=%2Fabout", { waitUntil: "networkidle" });
  await page.getByLabel("Email").fill(ada.email);
  await page.getByLabel("Password").fill("a wrong password");
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByRole("alert")).toHaveText(REFUSED);
  await expect(page.getByRole("alert")).toBeFocused();
  await expect(page.getByLabel("Email")).toHaveValue(ada.email);
  expect(troubles.splice(0)).toHaveLength(1); // the browser notes the 401
  await page.getByLabel("Password").fill(ada.password);
  await page.getByLabel("Password").press("Enter");
  await expect(page).toHaveURL("/about");
  await expect(page.getByRole("banner").getByRole("link", { name: "Admin" })).toBeVisible();
});

test("signing out in one tab signs out the others", async ({ context, page }) => {
  await signInAsAdmin(context);
  await page.goto("/about");
  const other = await context.newPage();
  await other.goto("/services");
  await expect(other.getByRole("link", { name: "Admin" })).toBeVisible();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL("/");
  await expect(other.getByRole("link", { name: "Admin" })).toBeHidden();
  await expect(page.getByRole("link", { name: "Admin" })).toBeHidden();
});
