import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { filePath } from "../../app/forms/questionnaire/questionnaire-result.ts";
import { questions } from "../../app/model/questionnaire-steps.ts";
import { storedFileId } from "../../app/model/stored-file.ts";
import { deleteUnchanged } from "../../app/submissions/delete-submission.server.ts";
import { sampleFiles } from "../support/sample-files.ts";
import { answerOf } from "../support/sample-submissions.ts";
import { openServices, type TestServices } from "../support/services.ts";

/** A questionnaire that was stored, changed, and sent again under the same id, because its first response was lost. */

const HOUR = 60 * 60 * 1000;
let site: TestServices;
let draft: string;
beforeEach(async () => {
  site = await openServices();
  draft = randomUUID();
});
afterEach(async () => {
  vi.useRealTimers();
  await site.close();
});

const storage = () => site.services.files.storage();

async function upload(): Promise<string> {
  const file = { name: "plan.pdf", draft, callerKey: null };
  return (await (await storage()).store(file, Readable.from([sampleFiles.pdf]))).id;
}

async function send(file: string, mainHeadline: string): Promise<void> {
  const answers = questions.flatMap(({ name, kind, required }) => {
    if (!required) return [];
    return [[name, answerOf(kind, "x")]];
  });
  const fields = { ...(Object.fromEntries(answers) as object), submissionId: draft, draftId: draft };
  const body = new URLSearchParams({
    ...fields,
    attachmentIds: file,
    "homePage.mainHeadline": mainHeadline,
  });
  const request = new Request("http://site.test/questionnaire", { method: "POST", body });
  expect(await site.services.questionnaire.receive(request, "192.0.2.1", "")).toMatchObject({ status: 200 });
}

interface Row {
  _id: string;
  _rev: string;
  files: string[];
}
const rows = () =>
  site.services.clients.readClient.fetch<Row[]>(
    `*[_type == "clientQuestionnaire"] | order(submitted_at) {_id, _rev, "files": additionalInfo.attachments[].url}`,
  );

async function remove({ _id: id, _rev: rev, files }: Row): Promise<string[] | null> {
  const store = { ...site.services.clients, files: await storage() };
  return deleteUnchanged(store, { id, rev, files });
}

test("either can be deleted; the file stays until both are", async () => {
  const file = await upload();
  await send(file, "First");
  await send(file, "Second");
  const [first, second] = (await rows()) as [Row, Row];
  expect(second.files).toEqual(first.files);
  const { writeClient, readClient } = site.services.clients;
  await writeClient.create({ _id: storedFileId(file), _type: "storedFile", subject: first._id });

  expect(await remove(first)).toEqual([]);
  expect(await (await storage()).get(file)).toBeDefined();
  expect(await readClient.fetch(`*[_type == "storedFile"].subject`)).toEqual([second._id]);

  expect(await remove(second)).toEqual([file]);
  expect(await (await storage()).get(file)).toBeUndefined();
  expect(await readClient.fetch(`*[_type == "storedFile"].subject`)).toEqual([]);
});

test("a file that only the second one lists survives a crash before it was confirmed", async () => {
  await send(await upload(), "First");
  const added = await upload();
  await send(added, "Second");
  const [, second] = (await rows()) as [Row, Row];
  expect(second.files).toEqual([filePath(added)]);
  const stored = (await (await storage()).get(added))?.stored;
  if (stored?.claim) await (await storage()).setClaim(stored, { ...stored.claim, confirmed: false });

  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 25 * HOUR });
  await site.services.files.sweep();
  expect((await (await storage()).get(added))?.stored?.claim).toMatchObject({ confirmed: true });
});
