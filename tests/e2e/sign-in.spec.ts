import { ada, createAccount } from "../support/admins.ts";
import {
  expect,
  expectAccessible,
  expectReadableInTheDark,
  signInAsAdmin,
  site,
  siteDataDir,
  siteEnv,
  test,
} from "../support/e2e.ts";

const REFUSED = "Failed to sign in. Please check your credentials.";

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  const { code, output } = await createAccount(
    { origin: site, dataDir: await siteDataDir() },
    ada,
    await siteEnv(),
  );
  expect(output).toContain("can sign in");
  expect(code).toBe(0);
});

test("a wrong password is said, keeps the address and has the focus; the right one signs in", async ({
  page,
  troubles,
}) => {
  await page.goto("/login?redirectTo=%2Fabout");
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
  await expect(page.getByRole("banner").getByRole("link", { name: "Dashboard" })).toBeVisible();
});

test("the way to a page of the admins leads through /login and back", async ({ page }) => {
  await page.goto("/admin?questionnaires.status=new");
  await expect(page).toHaveURL("/login?redirectTo=%2Fadmin%3Fquestionnaires.status%3Dnew");
  await page.getByLabel("Email").fill(ada.email);
  await page.getByLabel("Password").fill(ada.password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL("/admin?questionnaires.status=new");
  await expect(page.getByRole("heading", { name: "Admin dashboard" })).toBeVisible();
  await page.goto("/login");
  await expect(page).toHaveURL("/admin");
});

test("signing out in one tab signs out the others, and closes what only admins see", async ({
  context,
  page,
}) => {
  await signInAsAdmin(context);
  await page.goto("/about");
  const other = await context.newPage();
  await other.goto("/services");
  const guarded = await context.newPage();
  await guarded.goto("/admin");
  await expect(other.getByRole("link", { name: "Dashboard" })).toBeVisible();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL("/");
  await expect(other.getByRole("link", { name: "Dashboard" })).toBeHidden();
  await expect(page.getByRole("link", { name: "Dashboard" })).toBeHidden();
  await expect(guarded).toHaveURL("/login?redirectTo=%2Fadmin");
});

test("a sign-out that is refused shows why", async ({ context, page, troubles }) => {
  await signInAsAdmin(context);
  await page.goto("/about");
  const body = "<!doctype html><title>Refused</title><h1>Please try again</h1>";
  await page.route("**/logout", (route) => route.fulfill({ status: 503, contentType: "text/html", body }));
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "Please try again" })).toBeVisible();
  troubles.length = 0; // the browser notes the 503
});

test("a guarded page knows its user in the HTML, a public one is the same for everyone", async ({
  context,
}) => {
  await signInAsAdmin(context);
  const html = async (path: string) => (await context.request.get(path)).text();
  for (const path of ["/admin", "/account"]) expect(await html(path)).toContain("Sign out");
  expect(await html("/about")).not.toContain("Sign out");
});

test("a narrow screen has the account in its menu", async ({ context, page }) => {
  await signInAsAdmin(context);
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto("/about");
  await expect(page.getByRole("link", { name: "Dashboard" })).toBeHidden();
  await page.locator(".mobile-menu > summary").click();
  await expect(page.getByRole("link", { name: "Dashboard" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL("/");
});

test("every state of the page is accessible, light and dark", async ({ page, troubles }) => {
  async function bothThemes() {
    await page.emulateMedia({ colorScheme: "light" });
    await expectAccessible(page);
    await expectReadableInTheDark(page);
  }
  await page.goto("/login");
  await expect(page.getByRole("button", { name: /Google/ })).toHaveCount(0); // it is not configured
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
  await bothThemes();
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByText("Password is required")).toBeVisible();
  await expect(page.getByRole("alert").filter({ hasText: "Please check" })).toBeFocused();
  await bothThemes();
  await page.getByLabel("Email").fill("nobody@example.com");
  await page.getByLabel("Password").fill("a wrong password");
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByRole("alert").filter({ hasText: REFUSED })).toBeVisible();
  await bothThemes();
  expect(troubles.splice(0)).toHaveLength(2); // the browser notes the 422 and the 401
});

test("no network is no wrong password", async ({ page, troubles }) => {
  await page.goto("/login");
  await page.getByLabel("Email").fill(ada.email);
  await page.getByLabel("Password").fill(ada.password);
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByRole("alert")).toHaveText(
    "Network error. Please check your connection and try again.",
  );
  await page.context().setOffline(false);
  troubles.length = 0; // the browser notes the failed request
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL("/admin");
});
