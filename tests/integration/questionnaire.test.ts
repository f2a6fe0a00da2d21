import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { serveLake, type ServedLake } from "lakelet/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DiskFileStorage } from "../../app/files/disk-storage.server.ts";
import { receiveQuestionnaire } from "../../app/forms/questionnaire/receive.server.ts";
import { ATTACHMENTS, questions } from "../../app/model/questionnaire-steps.ts";
import { AppError } from "../../app/platform/errors.ts";
import { openQueueHarness, type QueueHarness } from "../support/queue-harness.ts";
import { sampleFiles } from "../support/sample-files.ts";
import { answerOf } from "../support/sample-submissions.ts";

let lake: ServedLake;
let storage: DiskFileStorage;
let harness: QueueHarness;
const directory = mkdtempSync(join(tmpdir(), "questionnaire-"));
beforeAll(async () => {
  lake = await serveLake();
  harness = openQueueHarness(lake.writer);
  storage = await DiskFileStorage.open({ directory, spare: 0 });
});
afterAll(async () => {
  await harness.close();
  await lake.close();
  rmSync(directory, { recursive: true });
});

const send = (body: BodyInit, headers: Record<string, string> = {}, throttle = async () => {}) =>
  receiveQuestionnaire(
    new Request("http://localhost/questionnaire", { method: "POST", body, headers }),
    "192.0.2.1",
    {
      client: lake.writer,
      queue: harness.queue,
      secret: "a secret for the tests",
      throttle,
      report: () => {},
      storage,
    },
  );

const good = Object.fromEntries(
  questions.filter(({ required }) => required).map(({ name, kind }) => [name, answerOf(kind, `${name}!`)]),
);
const stored = () => lake.writer.fetch<Record<string, unknown>[]>(`*[_type == "clientQuestionnaire"]`);

describe("a questionnaire", () => {
  it("is stored once under its id, however often it is sent, and no visitor sees it", async () => {
    const submissionId = crypto.randomUUID();
    const answers = await Promise.all(
      [1, 2, 3].map(() => send(new URLSearchParams({ ...good, submissionId }))),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ result }) => JSON.stringify(result))).size).toBe(1);
    expect(await stored()).toHaveLength(1);
    expect((await stored())[0]).toMatchObject({
      _id: `questionnaire.${submissionId}`,
      contactInfo: { phone: "(212) 555-0142" },
    });
    expect(await lake.anonymous.fetch(`*[_type == "clientQuestionnaire"]`)).toEqual([]);
  });

  it("keeps several checkboxes", async () => {
    const body = new URLSearchParams({ ...good, submissionId: crypto.randomUUID() });
    body.append("contactPage.contactFormFields", "Name");
    body.append("contactPage.contactFormFields", "Budget Range");
    expect((await send(body)).status).toBe(200);
    expect(
      await lake.writer.fetch(
        `*[_type == "clientQuestionnaire" && count(contactPage.contactFormFields) == 2][0].contactPage.contactFormFields`,
      ),
    ).toEqual(["Name", "Budget Range"]);
  });

  it("is not taken while the browser has files that are not there, and says so beside everything else", async () => {
    const answersAnd = async (answers: Record<string, string>) => {
      const { status, result } = await send(new URLSearchParams({ ...answers, filesPending: "pending" }));
      return [status, result.status === "invalid" ? Object.keys(result.submission.error ?? {}) : []] as const;
    };
    const before = (await stored()).length;
    expect(await answersAnd(good)).toEqual([422, ["additionalInfo.attachments"]]);
    const [status, names] = await answersAnd({ ...good, "contactInfo.email": "ada" });
    expect([status, names.toSorted()]).toEqual([422, ["additionalInfo.attachments", "contactInfo.email"]]);
    expect(await stored()).toHaveLength(before);
  });

  it("over the limit takes no answers and no files, and gives back what was typed and stored before", async () => {
    const draftId = crypto.randomUUID();
    const owner = { draft: draftId, callerKey: "192.0.2.1" };
    const kept = await storage.store({ ...owner, name: "kept.pdf" }, Readable.from([sampleFiles.pdf]));
    const body = new FormData();
    for (const [name, value] of Object.entries({ ...good, draftId, attachmentIds: kept.id, formToken: "" }))
      body.set(name, value);
    body.set(ATTACHMENTS, new File([new Uint8Array(sampleFiles.png)], "new.png"));
    const before = (await stored()).length;
    const { status, headers, result } = await send(body, {}, async () => {
      throw new AppError("too-many-requests", "slow down");
    });
    expect([status, headers.get("Retry-After")]).toEqual([429, "30"]);
    expect(result).toMatchObject({
      status: "failed",
      submission: { initialValue: { contactInfo: { email: "ada@example.com", phone: "2125550142" } } },
      kept: { draftId, files: [{ id: kept.id, name: "kept.pdf" }] },
    });
    expect(await storage.ofDraft(draftId)).toHaveLength(1);
    expect(await stored()).toHaveLength(before);
  });

  it("names every missing field at once", async () => {
    const { status, result } = await send(new URLSearchParams({}));
    expect(status).toBe(422);
    const errors = result.status === "invalid" ? result.submission.error : {};
    expect(Object.keys(errors ?? {}).toSorted()).toEqual(Object.keys(good).toSorted());
  });

  it.each<[string, BodyInit, Record<string, string>, number]>([
    ["JSON", "{}", { "content-type": "application/json" }, 415],
    [
      "a field given twice",
      "contactInfo.name=a&contactInfo.name=b",
      { "content-type": "application/x-www-form-urlencoded" },
      400,
    ],
    [
      "2 MB",
      `homePage.keyFeatures=${"x".repeat(2_000_000)}`,
      { "content-type": "application/x-www-form-urlencoded" },
      413,
    ],
    ["a broken multipart body", "--nonsense", { "content-type": "multipart/form-data; boundary=x" }, 400],
    ["an id that is none", new URLSearchParams({ ...good, submissionId: "1" }), {}, 400],
  ])("refuses %s", async (_name, body, headers, status) => {
    expect((await send(body, headers)).status).toBe(status);
  });
});

describe("1,000 malformed submissions", () => {
  const names = [
    ...questions.map(({ name }) => name),
    "submissionId",
    "design.existingLogo",
    "__proto__",
    "homePage",
    "homePage.mainHeadline.x",
    "contactPage.contactFormFields[0]",
    "adminStatus",
  ];
  const value = fc.oneof(
    fc.string(),
    fc.string({ unit: "binary", maxLength: 40 }),
    fc.constantFrom(
      "",
      "yes",
      "no",
      "x".repeat(5001),
      "<script>",
      "*[_type]",
      "ada@example.com",
      "2125550142",
    ),
  );
  const entries = fc.array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 30 });

  it("never end in a 5xx and never in half a document", async () => {
    const before = (await stored()).length;
    await fc.assert(
      fc.asyncProperty(entries, fc.constantFrom("urlencoded", "multipart"), async (fields, encoding) => {
        const body = encoding === "multipart" ? new FormData() : new URLSearchParams();
        for (const [name, text] of fields) body.append(name, text);
        const { status } = await send(body);
        expect(status).toBeLessThan(500);
        expect(status).toBeGreaterThanOrEqual(400);
      }),
      { numRuns: 1_000 },
    );
    // The client hears only now that the lake has closed a connection which nobody used for so long.
    await setImmediate();
    expect((await stored()).length).toBe(before);
  });
});
