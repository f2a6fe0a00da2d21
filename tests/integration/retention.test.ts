import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serveLake, type ServedLake } from "lakelet/testing";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DiskFileStorage } from "../../app/files/disk-storage.server.ts";
import { newUuid } from "../../app/model/uuid.ts";
import type { Env } from "../../app/platform/env.server.ts";
import { deleteOld } from "../../app/retention.server.ts";
import { sampleFiles } from "../support/sample-files.ts";

const DAY = 86_400_000;
const directory = mkdtempSync(join(tmpdir(), "retention-"));
const outbox = join(directory, "outbox");
let lake: ServedLake;
let files: DiskFileStorage;
beforeAll(async () => {
  lake = await serveLake();
  files = await DiskFileStorage.open({ directory: join(directory, "uploads"), spare: 0 });
});
afterAll(async () => {
  await lake.close();
  rmSync(directory, { recursive: true });
});

/** A whole, claimed upload. */
async function upload(documentId: string): Promise<string> {
  const [id, draft] = [newUuid(), newUuid()];
  await files.reserve({ id, draft, name: "plan.pdf", size: sampleFiles.pdf.length, callerKey: null });
  writeFileSync(files.path(id), sampleFiles.pdf);
  const stored = await files.finish({ id, draft, name: "plan.pdf" });
  await files.setClaim(stored, { documentId, at: "2026-11-01T00:00:00.000Z", confirmed: true });
  return id;
}

const submission = (id: string, adminStatus: string, uploads: string[] = []) => ({
  _id: id,
  _type: id.startsWith("contact.")
    ? "contactSubmission"
    : id.startsWith("contract.")
      ? "contract"
      : "clientQuestionnaire",
  adminStatus,
  additionalInfo: { attachments: uploads.map((id) => ({ url: `/admin/files/${id}` })) },
});
const left = async () => (await lake.writer.fetch<string[]>(`*[_type != "storedFile"]._id`)).toSorted();
const NOTHING = {
  closedDays: 36_500,
  pageViewDays: undefined,
  emailDays: undefined,
  historyDays: undefined,
};
const run = (retain: Partial<Env["retain"]>, now: Date) =>
  deleteOld({ ...lake.store, files, outbox, retain: { ...NOTHING, ...retain } }, now);

let file: string;
let kept: string;
const IDS = [
  "contact.closed",
  "contact.new",
  "contract.closed",
  "pageView.2026-01-01",
  "questionnaire.closed",
  "questionnaire.new",
];
beforeEach(async () => {
  await lake.writer.delete({ query: "*[true]" });
  [file, kept] = [await upload("questionnaire.closed"), await upload("questionnaire.new")];
  const documents: { _id: string; _type: string; [field: string]: unknown }[] = [
    submission("contact.closed", "closed"),
    submission("contact.new", "new"),
    submission("contract.closed", "closed"),
    submission("questionnaire.closed", "closed", [file]),
    submission("questionnaire.new", "new", [kept]),
    { _id: `storedFile.${file}`, _type: "storedFile", subject: "questionnaire.closed" },
    { _id: `storedFile.${kept}`, _type: "storedFile", subject: "questionnaire.new" },
    { _id: "pageView.2026-01-01", _type: "pageViewDay", day: "2026-01-01", paths: [] },
  ];
  for (const document of documents) await lake.writer.create(document);
});

test("nothing is deleted unless it is asked for, however old", async () => {
  expect(await run({}, new Date(Date.now() + 10_000 * DAY))).toEqual({
    submissions: 0,
    pageViews: 0,
    emails: 0,
  });
  expect(await left()).toEqual(IDS);
});

test("what was closed goes after its days, with its files; orders and what is open stay", async () => {
  expect((await run({ closedDays: 30 }, new Date(Date.now() + 29 * DAY))).submissions).toBe(0);
  expect((await run({ closedDays: 30 }, new Date(Date.now() + 31 * DAY))).submissions).toBe(2);
  expect(await left()).toEqual([
    "contact.new",
    "contract.closed",
    "pageView.2026-01-01",
    "questionnaire.new",
  ]);
  expect(await lake.writer.fetch(`*[_type == "storedFile"].subject`)).toEqual(["questionnaire.new"]);
  const names = readdirSync(files.directory);
  expect(names.filter((name) => name.startsWith(file))).toEqual([]);
  expect(names.filter((name) => name.startsWith(kept))).toHaveLength(2);
});

test("page views go by their day", async () => {
  const now = new Date("2026-02-15T12:00:00Z");
  expect((await run({ pageViewDays: 45 }, now)).pageViews).toBe(0);
  expect((await run({ pageViewDays: 44 }, now)).pageViews).toBe(1);
  expect(await left()).not.toContain("pageView.2026-01-01");
});

test("mails in the outbox folder go by their time", async () => {
  mkdirSync(outbox);
  for (const time of ["20261101T000000000Z", "20261120T000000000Z"])
    writeFileSync(join(outbox, `${time}-${"a".repeat(32)}.eml`), "");
  expect((await run({ emailDays: 7 }, new Date("2026-11-21T00:00:00Z"))).emails).toBe(1);
  expect(readdirSync(outbox)).toEqual([`20261120T000000000Z-${"a".repeat(32)}.eml`]);
});
