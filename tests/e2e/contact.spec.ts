import { contactFields } from "../../app/model/contact.ts";
import { expect, expectAccessible, test, type Page, forget, siteStore } from "../support/e2e.ts";
import { typeMessage } from "../support/live-page.ts";

const SENT = "Thank you! Your message has been sent. We will get back to you soon.";

async function fill(page: Page, message: string, scripts = true) {
  await page.getByLabel("Name").fill("Ada Lovelace");
  await page.getByLabel("Email", { exact: true }).fill("ada@example.com");
  await typeMessage(page, message, scripts);
}

async function storedWith(message: string) {
  const query = `*[_type == "contactSubmission" && message == $message]`;
  return (await siteStore()).fetch<Record<string, unknown>[]>(query, { message });
}

test.describe("the contact form", () => {
  test("names what is missing, then sends a message once, says so, and clears", async ({
    page,
    troubles,
  }) => {
    const message = `Hello from the browser ${test.info().workerIndex}-${Date.now()}`;
    await page.goto("/contact");
    await page.getByRole("button", { name: "Send Message" }).click();
    for (const text of ["Name is required", "Email is required", "Message is required"])
      await expect(page.getByText(text)).toBeVisible();
    await expectAccessible(page);
    forget(troubles, "422");
    await page.getByLabel("Service", { exact: true }).selectOption("Machine Learning");
    await fill(page, message);
    await page.getByRole("button", { name: "Send Message" }).dblclick();
    await expect(page.getByText(SENT)).toBeVisible();
    await expect(page.getByLabel("Message")).toHaveValue("");
    await expect(page.getByLabel("Service", { exact: true })).toHaveValue("Web Development");
    await expectAccessible(page);
    const stored = await storedWith(message);
    expect(stored).toHaveLength(1);
    expect(stored[0]).toMatchObject({
      name: "Ada Lovelace",
      email: "ada@example.com",
      phone: "",
      company: "",
      service: "Machine Learning",
    });
    const own = Object.keys(stored[0]!).filter((name) => !name.startsWith("_"));
    expect(own.toSorted()).toEqual([...contactFields.map(({ name }) => name), "submitted_at"].toSorted());
  });

  test("says why a guard refused it, and keeps what was typed from links that lead nowhere offline", async ({
    page,
    context,
    troubles,
  }) => {
    await page.goto("/contact");
    await fill(page, "Still here");
    await page.route("**/contact.data", (route) =>
      route.fulfill({ status: 403, body: "Requests from other sites are not accepted.\n" }),
    );
    await page.getByRole("button", { name: "Send Message" }).click();
    await expect(page.getByText("Server error: Permission denied.")).toBeVisible();
    await context.setOffline(true);
    for (const link of ["About", "Web Development"])
      await page.getByRole("contentinfo").getByRole("link", { name: link }).click();
    await page.getByRole("contentinfo").getByRole("button", { name: "Search" }).click();
    await page.getByRole("contentinfo").getByRole("button", { name: "Subscribe" }).click();
    await expect(page.getByText("You’re offline.")).toBeVisible();
    await expect(page.getByLabel("Message")).toHaveValue("Still here");
    await context.setOffline(false);
    await expect(page.getByText("You’re offline.")).toHaveCount(0);
    await page.getByRole("contentinfo").getByRole("link", { name: "About" }).click();
    await expect(page).toHaveURL(/\/about$/);
    troubles.length = 0; // the refusal and the missing network are what this test is about
  });
});

test.describe("the contact form without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("sends, and shows what is wrong", async ({ page, troubles }) => {
    await page.goto("/contact");
    await page.getByRole("button", { name: "Send Message" }).click();
    await expect(page.getByText("Name is required")).toBeVisible();
    const message = `No scripts ${Date.now()}`;
    await fill(page, message, false);
    await page.getByRole("button", { name: "Send Message" }).click();
    await expect(page).toHaveURL(/\/thank-you\?ref=/);
    await expect(page.getByText(SENT)).toBeInViewport();
    await expect(page.getByText("Your reference number")).toBeVisible();
    await page.reload();
    await expect(page.getByText(SENT)).toBeVisible();
    expect(await storedWith(message)).toHaveLength(1);
    forget(troubles, "422");
  });
});
