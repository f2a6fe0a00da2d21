import { expect, expectAccessible, expectReadableInTheDark, signInAsAdmin, test } from "../support/e2e.ts";
import { typeMessage } from "../support/live-page.ts";

const NAME = "Outbox Visitor";
const EMAIL = "outbox-visitor@example.com";

test("a message makes a receipt and notices, which admins read in the outbox", async ({ page, context }) => {
  await page.goto("/contact");
  await page.getByLabel("Name").fill(NAME);
  await page.getByLabel("Email", { exact: true }).fill(EMAIL);
  await typeMessage(page, "Is it you who writes to me?");
  await page.getByRole("button", { name: "Send Message" }).click();
  const number = page.getByText(/^Reference number: /);
  await expect(number).toBeVisible();
  const reference = (await number.innerText()).replace("Reference number: ", "");

  await signInAsAdmin(context);
  await expect(async () => {
    await page.goto("/admin/outbox");
    await expect(page.getByRole("row", { name: `New message (${reference})` })).toHaveCount(2, {
      timeout: 1_000,
    });
    // Other tests' mails may be on their way; what this one caused has arrived.
    const waiting = page.getByRole("region", { name: "Emails being sent, table" });
    expect(await waiting.getByText(reference).count()).toBe(0);
  }).toPass();
  await expect(page.getByText("All submissions are in the content store.")).toBeVisible();
  await expectAccessible(page);
  await expectReadableInTheDark(page);

  const view = page.getByRole("link", { name: `View We received your message (${reference}), to ${EMAIL}` });
  await view.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`We received your message (${reference})`);
  await expect(page.getByRole("definition").filter({ hasText: EMAIL })).toBeVisible();
  const frame = page.frameLocator("iframe");
  await expect(frame.getByText(reference).first()).toBeVisible();
  await expect(page.getByRole("region", { name: "Text" })).toContainText(reference);
  await expectAccessible(page);
  const source = page.getByRole("link", { name: "Source of the email" });
  const mail = await page.request.get((await source.getAttribute("href")) ?? "");
  expect(mail.headers()["content-type"]).toBe("text/plain; charset=utf-8");
  expect(mail.headers()["cache-control"]).toContain("no-store");
  const text = await mail.text();
  expect(text).toContain(`To: ${EMAIL}`);
  expect(text).toContain(reference);
  expect(text).toContain("writes to me");

  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/admin/people");
  await expect(page.getByRole("region", { name: "People, table" }).getByRole("row")).not.toHaveCount(1);
  await expectAccessible(page);
  await expectReadableInTheDark(page);
});
