import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { questions } from "../../app/model/questionnaire-steps.ts";
import { LONG_TEXT } from "../../app/model/text-lengths.ts";
import { MAX_FILE_BYTES, MAX_FILES } from "../../app/model/upload-limits.ts";
import { questionnaireFields } from "../abuse/abuse-harness.ts";
import { opened } from "../support/opened.ts";
import { pdfOfSize } from "../support/sample-files.ts";
import { startSite } from "../support/site.ts";

// What the limits of one file, of their number and of the texts allow together, sent as a browser without scripts does.

const site = opened(startSite);

const ATTACHMENTS = "additionalInfo.attachments";
/** The longest text; each character takes three bytes. */
const LONGEST = "€".repeat(LONG_TEXT);

/** Every answer at its longest, and `count` files. */
function largestForm(count: number, bytes: number): FormData {
  const form = new FormData();
  const texts = questions.filter(({ kind }) => kind === "text").map(({ name }) => [name, LONGEST] as const);
  const fields = { ...questionnaireFields("Words"), ...Object.fromEntries(texts) };
  for (const [name, value] of Object.entries(fields)) if (name !== ATTACHMENTS) form.set(name, value);
  const file = new Blob([pdfOfSize(bytes)], { type: "application/pdf" });
  for (let index = 0; index < count; index++) form.append(ATTACHMENTS, file, `plan-${index}.pdf`);
  return form;
}

const post = (body: FormData) =>
  fetch(`${site.origin}/questionnaire`, {
    method: "POST",
    headers: { origin: site.origin },
    redirect: "manual",
    body,
  });
const stored = () => readdirSync(join(site.dataDir, "uploads")).filter((name) => name.endsWith(".file.json"));

test("the largest form that is allowed is accepted with all its files", async () => {
  const response = await post(largestForm(MAX_FILES, MAX_FILE_BYTES));
  expect([response.status, response.headers.get("location")]).toEqual([
    303,
    expect.stringMatching(/^\/thank-you/),
  ]);
  expect(stored()).toHaveLength(MAX_FILES);
});

test("one byte or one file more is named as the problem", async () => {
  const byte = await post(largestForm(1, MAX_FILE_BYTES + 1));
  expect([byte.status, await byte.text()]).toEqual([
    422,
    expect.stringContaining("plan-0.pdf: This file is larger than 10 MB."),
  ]);
  const file = await post(largestForm(MAX_FILES + 1, 1_000));
  expect([file.status, await file.text()]).toEqual([
    422,
    expect.stringContaining("At most 10 files can be attached."),
  ]);
});
