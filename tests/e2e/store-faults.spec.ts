import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  clearFaults,
  expect,
  expectAccessible,
  stopClock,
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

const EMAIL = "hello@harborlight.example";
const SENT = "Thank you! Your message has been sent. We will get back to you soon.";

test.describe("a contact message while the content store fails", () => {
  const cases: [name: string, status: number, text: string][] = [
    ["refuses", 403, `Server error: Permission denied. Please email us directly at ${EMAIL}.`],
    ["and the disk are down", 503, "Network error. Please check your connection and try again."],
    ["answers nonsense", 418, `Something went wrong. Please try again or email us directly at ${EMAIL}.`],
  ];

  for (const [name, status, text] of cases) {
    test(`the visitor hears of it, and keeps what was typed: the store ${name}`, async ({
      page,
      troubles,
    }) => {
      await page.goto(`${faultySite}/contact`);
      await fill(page, "Still here");
      if (status === 503) await breakQueue();
      await refuseWrites(status);
      await page.getByRole("button", { name: "Send Message" }).click();
      await expect(page.getByRole("alert").filter({ hasText: text })).toBeVisible();
      await expect(page.getByLabel("Message")).toHaveValue("Still here");
      await expectAccessible(page);
      troubles.length = 0; // the failed answers are what this test is about
    });
  }

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

  test("a lost answer is asked for again and makes one document", async ({ page }) => {
    await page.goto(`${faultySite}/contact`);
    await fill(page, "Lost and found");
    await switchFault({ method: "POST", path: "/data/mutate/", fault: { kind: "lose-answer" }, times: 1 });
    await page.getByRole("button", { name: "Send Message" }).click();
    await expect(page.getByText(SENT)).toBeVisible();
  });

  test("a browser without network hears it in the same words", async ({ page, context, troubles }) => {
    await page.goto(`${faultySite}/contact`);
    await fill(page, "Offline");
    await context.setOffline(true);
    await page.getByRole("button", { name: "Send Message" }).click();
    await expect(page.getByText("Network error. Please check your connection and try again.")).toBeVisible();
    await expect(page.getByLabel("Message")).toHaveValue("Offline");
    troubles.length = 0;
  });

  async function fill(page: Page, message: string) {
    await page.getByLabel("Name").fill("Ada Lovelace");
    await page.getByLabel("Email", { exact: true }).fill("ada@example.com");
    await page.getByLabel("Message").fill(message);
  }
});

test.describe("a questionnaire while the content store fails", () => {
  const cases: [status: number, reason: string][] = [
    [403, "Permission denied"],
    // With the store and the disk down; the store alone is no trouble of the visitor's.
    [503, "The server cannot be reached right now"],
    [418, "Something went wrong"],
  ];

  for (const [status, reason] of cases) {
    test(`a ${status} is shown with its request's number, and nothing typed is lost`, async ({
      page,
      troubles,
    }) => {
      await page.goto(`${faultySite}/questionnaire`);
      await fillAll(page, "Ada Lovelace");
      if (status === 503) await breakQueue();
      await refuseWrites(status);
      await page.getByRole("button", { name: "Submit Questionnaire" }).click();
      const alert = page.getByRole("alert").filter({
        hasText: new RegExp(
          `^There was an error submitting your questionnaire: ${reason} \\(request [0-9a-f]{8}\\)\\. ` +
            "Please try again or contact us directly\\.$",
        ),
      });
      await expect(alert).toBeVisible();
      await expect(alert).toBeFocused();
      await expectAccessible(page);
      if (status !== 503) await clearFaults();
      rmSync(await queueDirectory(), { recursive: true, force: true });
      await page.getByRole("button", { name: "Submit Questionnaire" }).click();
      await expect(page.getByText(SUCCESS)).toBeVisible();
      troubles.length = 0; // the failed answers are what this test is about
    });
  }
});

test.describe("a newsletter address while the content store fails", () => {
  test.use({ popup: true });

  const card = (page: Page) => page.getByRole("region", { name: /newsletter|Thank You!/i });
  const flags = (page: Page) =>
    page.evaluate(() => [localStorage.getItem("hasSeenPopup"), localStorage.getItem("hasSubscribed")]);

  async function openCard(page: Page) {
    await stopClock(page);
    await page.goto(`${faultySite}/about`);
    await page.clock.runFor(5000);
    await expect(card(page)).toBeVisible();
  }

  const cases: [status: number, text: string][] = [
    [403, "Server error: Permission denied. Please try again later."],
    [418, "Something went wrong. Please try again later."],
    // With the store and the disk down.
    [503, "Network error. Please check your connection and try again."],
  ];

  for (const [status, text] of cases) {
    test(`a ${status} of the store is shown in the specified words`, async ({ page, troubles }) => {
      await openCard(page);
      if (status === 503) await breakQueue();
      await refuseWrites(status);
      await card(page).getByLabel("Email address").fill("ada@example.com");
      await card(page).getByRole("button", { name: "Subscribe" }).click();
      await expect(card(page).getByText(text)).toBeVisible();
      expect(await flags(page)).toEqual([null, null]);
      troubles.length = 0; // the failed answers are what this test is about
    });
  }
});
