import { createHash } from "node:crypto";
import { expect, expectAccessible, signInAsAdmin, test, forget } from "../support/e2e.ts";
import { fillAll } from "../support/questionnaire-page.ts";
import {
  FAILED,
  attachmentsOf,
  chooser,
  file,
  openLastStep,
  row,
  submit,
  uploaded,
} from "../support/questionnaire-page.ts";
import { heic, pdfOfSize, sampleFiles, strangeFiles } from "../support/sample-files.ts";

const MEGABYTE = 1024 * 1024;

test("one of each kind is uploaded as it is chosen, attached, and opens for admins alone", async ({
  page,
}) => {
  const name = `Seven kinds ${Date.now()}`;
  await page.goto("/questionnaire");
  await fillAll(page, name);
  const kinds = Object.entries(sampleFiles);
  await chooser(page).setInputFiles(kinds.map(([kind, bytes]) => file(`Plan.${kind.toUpperCase()}`, bytes)));
  for (const [kind] of kinds) await uploaded(page, `Plan.${kind.toUpperCase()}`);
  await expectAccessible(page);
  await submit(page);
  const attachments = await attachmentsOf(name);
  expect(attachments.map(({ name: of, type }) => [of, type])).toEqual([
    ["Plan.PDF", "application/pdf"],
    ["Plan.DOC", "application/msword"],
    ["Plan.DOCX", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
    ["Plan.JPG", "image/jpeg"],
    ["Plan.JPEG", "image/jpeg"],
    ["Plan.PNG", "image/png"],
    ["Plan.GIF", "image/gif"],
  ]);
  for (const { url } of attachments) {
    expect(url).toMatch(/^\/admin\/files\/[0-9a-f-]{36}$/);
    const answer = await page.request.get(url, { maxRedirects: 0 });
    expect([302, 401]).toContain(answer.status());
    expect((await answer.body()).length).toBeLessThan(200);
  }
});

test("a photo of an iPhone is sent as a JPEG where the browser can read it, and otherwise told how to become one", async ({
  page,
}) => {
  const name = `Photos ${Date.now()}`;
  await page.goto("/questionnaire");
  await fillAll(page, name);
  // What stands for a photo that the browser can read: Chromium reads pictures by their content.
  await chooser(page).setInputFiles([file("IMG_0001.HEIC", sampleFiles.png), file("IMG_0002.HEIC", heic)]);
  await uploaded(page, "IMG_0001.jpg");
  await expect(row(page, "IMG_0002.HEIC")).toContainText("Please save it as a JPEG and choose that.");
  await chooser(page).setInputFiles(file("IMG_0003.jpg", heic));
  await expect(row(page, "IMG_0003.jpg")).toContainText("Please save it as a JPEG and choose that.");
  for (const photo of ["IMG_0002.HEIC", "IMG_0003.jpg"])
    await page.getByRole("button", { name: `Remove ${photo}` }).click();
  await submit(page);
  const attachments = await attachmentsOf(name);
  expect(attachments.map(({ name: of, type }) => [of, type])).toEqual([["IMG_0001.jpg", "image/jpeg"]]);
});

test("a file arrives whole over a connection that is cut", async ({ page, context, troubles }) => {
  const name = `Cut ${Date.now()}`;
  await page.goto("/questionnaire");
  await fillAll(page, name);
  const line = await context.newCDPSession(page);
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 0.75 * MEGABYTE };
  await line.send("Network.enable");
  await line.send("Network.emulateNetworkConditions", slow);
  const bytes = pdfOfSize(6 * MEGABYTE);
  await chooser(page).setInputFiles(file("large.pdf", bytes));
  const progress = page.getByRole("progressbar", { name: "Uploading large.pdf" });
  await expect
    .poll(() => progress.evaluate((bar: HTMLProgressElement) => bar.position), { intervals: [50] })
    .toBeGreaterThan(0.1);
  await line.send("Network.emulateNetworkConditions", { ...slow, offline: true });
  await expect(row(page, "large.pdf")).toContainText("The connection is lost. The upload waits");
  await line.send("Network.emulateNetworkConditions", { ...slow, uploadThroughput: -1 });
  await expect(row(page, "large.pdf")).toContainText("Uploaded");
  await expect(row(page, "large.pdf")).not.toContainText("The connection is lost");
  troubles.length = 0; // the cuts are what this test is about
  await submit(page);
  const [attachment] = await attachmentsOf(name);
  await signInAsAdmin(page.context());
  const stored = await (await page.request.get(attachment?.url ?? "")).body();
  const digest = (of: Buffer) => createHash("sha256").update(of).digest("hex");
  expect(digest(stored)).toBe(digest(bytes));
});

test("a renamed program is refused by what it is, and said where it is", async ({ page, troubles }) => {
  await openLastStep(page);
  await chooser(page).setInputFiles(file("brief.pdf", strangeFiles.program));
  await expect(row(page, "brief.pdf")).toContainText("This file is not");
  const alert = page.getByRole("alert").filter({ hasText: FAILED });
  await expect(alert).toBeVisible();
  await expect(alert).toBeFocused();
  await expectAccessible(page);
  await expect(page.getByText("1 file is not uploaded")).toBeVisible();
  await page.getByRole("button", { name: "Submit Questionnaire" }).click();
  // What else is wrong is said at once, not when the file is out of the way.
  const summary = page.getByRole("alert").filter({ hasText: "Please fill in all required fields correctly" });
  await expect(summary).toBeFocused();
  await expect(summary.getByRole("link", { name: "Main headline is required" })).toBeVisible();
  await summary.getByRole("link", { name: /^Some files could not be uploaded/ }).click();
  await expect(chooser(page)).toBeFocused();
  await page.getByRole("button", { name: "Remove brief.pdf" }).click();
  await expect(alert).toBeHidden();
  await expect(chooser(page)).toBeFocused();
  await expect(page.getByText(/^Some files could not be uploaded/)).toHaveCount(0);
  await expect(summary.getByRole("link", { name: "Main headline is required" })).toBeVisible();
  forget(troubles, /415|422/);
});

test("what cannot be taken is refused before a byte of it is sent", async ({ page }) => {
  await openLastStep(page);
  let requests = 0;
  await page.route("**/api/uploads**", (route) => {
    if (route.request().method() !== "GET") requests += 1;
    return route.continue();
  });
  await chooser(page).setInputFiles([
    file("setup.exe", strangeFiles.program),
    file("empty.pdf", Buffer.alloc(0)),
    file("huge.pdf", pdfOfSize(10 * MEGABYTE + 1)),
  ]);
  await expect(row(page, "setup.exe")).toContainText("This file is not a PDF, Word, JPEG, PNG or GIF file.");
  await expect(row(page, "empty.pdf")).toContainText("This file is empty.");
  await expect(row(page, "huge.pdf")).toContainText("This file is larger than 10 MB.");
  expect(requests).toBe(0);
  await expectAccessible(page);
});

test("a file under way can be cancelled, one that failed tried again, and one that is there removed", async ({
  page,
  troubles,
}) => {
  await openLastStep(page);
  const wait = Promise.withResolvers<void>();
  await page.route("**/api/uploads", async (route) => {
    await wait.promise;
    await route.continue().catch(() => {}); // cancelled meanwhile
  });
  await chooser(page).setInputFiles(file("slow.pdf", sampleFiles.pdf));
  await expect(page.getByRole("progressbar", { name: "Uploading slow.pdf" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Cancel the upload of slow.pdf" }).click();
  await expect(row(page, "slow.pdf")).toHaveCount(0);
  wait.resolve();
  await page.unroute("**/api/uploads");

  await page.route("**/api/uploads", (route) => route.fulfill({ status: 403, body: "no" }));
  await chooser(page).setInputFiles(file("later.pdf", sampleFiles.pdf));
  await expect(row(page, "later.pdf")).toContainText("This file could not be uploaded.");
  await expect(page.getByRole("alert").filter({ hasText: FAILED })).toBeVisible();
  await page.unroute("**/api/uploads");
  await page.getByRole("button", { name: "Try to upload later.pdf again" }).click();
  await uploaded(page, "later.pdf");
  await expect(page.getByRole("alert").filter({ hasText: FAILED })).toBeHidden();
  await page.getByRole("button", { name: "Remove later.pdf" }).click();
  await expect(row(page, "later.pdf")).toHaveCount(0);
  troubles.length = 0; // the refusals are what this test is about
});

test("uploaded files are part of the draft, and one that was interrupted goes on", async ({
  page,
  troubles,
}) => {
  const name = `Draft ${Date.now()}`;
  await page.goto("/questionnaire");
  await fillAll(page, name);
  await chooser(page).setInputFiles(file("there.pdf", sampleFiles.pdf));
  await uploaded(page, "there.pdf");
  await page.route("**/api/uploads", () => new Promise(() => {})); // never an answer
  const late = file("late.pdf", pdfOfSize(300_000));
  await chooser(page).setInputFiles(late);
  await expect(page.getByRole("progressbar", { name: "Uploading late.pdf" })).toBeVisible();
  await page.reload();
  // Not before: what waits there would go on its way.
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await expect(page.getByText("Your unfinished questionnaire was restored.")).toBeVisible();
  await uploaded(page, "there.pdf");
  await expect(row(page, "late.pdf")).toContainText("The upload was interrupted.");
  await expectAccessible(page);
  await chooser(page).setInputFiles(late);
  await uploaded(page, "late.pdf");
  await submit(page);
  expect((await attachmentsOf(name)).map((attachment) => attachment.name)).toEqual(["there.pdf", "late.pdf"]);
  await page.goto("/questionnaire");
  await page.getByRole("button", { name: "Start another" }).click();
  await openLastStep(page);
  await expect(row(page, "there.pdf")).toHaveCount(0);
  // The browser asks how much of the interrupted file the server has: nothing.
  forget(troubles, "status of 404");
});

test("files can be dropped", async ({ page }) => {
  await openLastStep(page);
  const data = await page.evaluateHandle((base64) => {
    const transfer = new DataTransfer();
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    transfer.items.add(new File([bytes], "dropped.png", { type: "image/png" }));
    return transfer;
  }, sampleFiles.png.toString("base64"));
  await page.getByText("or drop them here").locator("..").dispatchEvent("drop", { dataTransfer: data });
  await uploaded(page, "dropped.png");
});
