import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  clearFaults,
  expect,
  expectAccessible,
  faultySite,
  faultySiteDataDir,
  signInOnFaultySite,
  switchFault,
  test,
  type Page,
} from "../support/e2e.ts";
import { SUCCESS, fillAll } from "../support/questionnaire-page.ts";

// One proxy stands in front of the store, so these run one after another.
test.describe.configure({ mode: "serial" });
test.afterEach(async () => {
  await clearFaults();
  rmSync(await queueDirectory(), { recursive: true, force: true });
});

const queueDirectory = async () => join(await faultySiteDataDir(), "queue");

/** The queue's disk fails too: a file stands where its directory was. */
async function breakQueue() {
  rmSync(await queueDirectory(), { recursive: true, force: true });
  writeFileSync(await queueDirectory(), "");
}

const refuseWrites = (status: number) =>
  switchFault({ method: "POST", path: "/data/mutate/", fault: { kind: "status", status } });

const SENT = "Thank you! Your message has been sent. We will get back to you soon.";

test.describe("a contact message while the content store fails", () => {
  test("and its disk, too, the visitor hears of it, and keeps what was typed", async ({ page, troubles }) => {
    await page.goto(`${faultySite}/contact`);
    await fill(page, "Still here");
    await breakQueue();
    await refuseWrites(503);
    await page.getByRole("button", { name: "Send Message" }).click();
    const text = "Network error. Please check your connection and try again.";
    await expect(page.getByRole("alert").filter({ hasText: text })).toBeVisible();
    await expect(page.getByLabel("Message")).toHaveValue("Still here");
    await expectAccessible(page);
    troubles.length = 0; // the failed answers are what this test is about
  });

  test("while the store is down it is taken, seen as pending by admins, and stored later", async ({
    page,
    context,
    troubles,
  }) => {
    await page.goto(`${faultySite}/contact`);
    await fill(page, "In the meantime");
    await refuseWrites(503);
    await page.getByRole("button", { name: "Send Message" }).click();
    await expect(page.getByText(SENT)).toBeVisible();
    await expect(page.getByLabel("Message")).toHaveValue("");

    await signInOnFaultySite(context);
    await page.goto(`${faultySite}/admin`);
    await expect(page.getByText("1 pending sync.")).toBeVisible();
    await page.getByRole("link", { name: "Open the outbox" }).click();
    await expect(page.getByRole("row", { name: /^Contact message [\w-]+ ada@example\.com/ })).toBeVisible();
    await expectAccessible(page);

    await clearFaults();
    await expect(async () => {
      await page.reload();
      await expect(page.getByText("All submissions are in the content store.")).toBeVisible({
        timeout: 1_000,
      });
    }).toPass();
    await expectAccessible(page);
    await page.goto(`${faultySite}/admin`);
    await expect(page.getByText("pending sync")).toHaveCount(0);
    troubles.length = 0; // the browser is told of the sessions' own answers
  });

  async function fill(page: Page, message: string) {
    await page.getByLabel("Name").fill("Ada Lovelace");
    await page.getByLabel("Email", { exact: true }).fill("ada@example.com");
    await page.getByLabel("Message").fill(message);
  }
});

test("a questionnaire while the store and its disk fail: the number of its request is shown, and nothing typed is lost", async ({
  page,
  troubles,
}) => {
  await page.goto(`${faultySite}/questionnaire`);
  await fillAll(page, "Ada Lovelace");
  await breakQueue();
  await refuseWrites(503);
  await page.getByRole("button", { name: "Submit Questionnaire" }).click();
  const alert = page.getByRole("alert").filter({
    hasText: new RegExp(
      "^There was an error submitting your questionnaire: The server cannot be reached right now " +
        "\\(request [0-9a-f]{8}\\)\\. Please try again or contact us directly\\.$",
    ),
  });
  await expect(alert).toBeVisible();
  await expect(alert).toBeFocused();
  await expectAccessible(page);
  rmSync(await queueDirectory(), { recursive: true, force: true });
  await page.getByRole("button", { name: "Submit Questionnaire" }).click();
  await expect(page.getByText(SUCCESS)).toBeVisible();
  troubles.length = 0; // the failed answers are what this test is about
});
