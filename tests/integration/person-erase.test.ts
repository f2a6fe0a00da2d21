import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serveLake, type ServedLake } from "lakelet/testing";
import { startUpstashStandIn } from "stand-ins/upstash";
import { afterEach, beforeEach, expect, test } from "vitest";
import { composeEmail, jobName } from "../../app/email/render.server.tsx";
import { outboxTransport } from "../../app/email/transports.server.ts";
import { contactEmails } from "../../app/forms/contact/receive.server.ts";
import { PREVIEW_BRAND } from "../../app/model/emails/brand.ts";
import { EMAIL_TEMPLATES } from "../../app/model/emails/index.ts";
import { DiskJobs } from "../../app/submissions/queue/disk-jobs.server.ts";
import { RedisJobs } from "../../app/submissions/queue/redis-jobs.server.ts";
import { runScript } from "../support/process.ts";
import { sampleContract, sampleQuestionnaire, storedMessage } from "../support/sample-submissions.ts";

const SITE = {
  publicUrl: "https://site.example",
  adminEmails: ["grace@example.com"],
  secret: "of the tests",
};
const UPLOAD = "0f8fad5b-d9cb-469f-a165-7e0b8a3c2d11";
const ZOE = "zoe.whitfield@example.com";

let dataDir: string;
let lake: ServedLake;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "erase-"));
  lake = await serveLake({ directory: join(dataDir, "lake") });
});
afterEach(async () => {
  await lake.close();
  rmSync(dataDir, { recursive: true });
});

/** Everything below the data directory, as one text. */
const everything = (directory = dataDir): string =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"))
    .join("\n")
    .toLowerCase();

function message(
  id: string,
  email: string,
  text = "Hello",
): { _id: string; _type: string } & Record<string, string> {
  return { _id: `contact.${id}`, _type: "contactSubmission", name: "Somebody", email, message: text };
}
function contract(id: number, email: string, status: string) {
  const sample = sampleContract(id);
  return { ...sample, status, contactInfo: { ...sample.contactInfo, email, phone: "(212) 555-0177" } };
}

/** Mails, as visitors and admins get them: one has left, one waits, all are files too. */
async function writeMails(email: string): Promise<void> {
  const store = new DiskJobs(join(dataDir, "queue"));
  const message = storedMessage({
    name: "Zoë Whitfield",
    email,
    service: "Data Analytics",
    message: "Hello",
  });
  const mails = contactEmails(SITE)(message);
  const transport = outboxTransport(join(dataDir, "outbox"));
  for (const job of await store.put(mails))
    await transport(
      await composeEmail(job, { from: "a@site.example", templates: EMAIL_TEMPLATES, ...SITE }, PREVIEW_BRAND),
      jobName(job.id),
    );
  const [first] = await store.put(mails);
  if (first) await store.finish(first);
  await store.put([
    { topic: "submission", id: "contact.9", body: { type: "contactSubmission", document: { email } } },
  ]);
  store.close();
}

function writeUpload(documentId: string): void {
  const directory = join(dataDir, "uploads");
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, UPLOAD), `the plan of ${ZOE}`);
  const metadata = { size: 5, updated: "2026-11-20T00:00:00.000Z" };
  const claim = { documentId, at: metadata.updated, confirmed: true };
  writeFileSync(
    join(directory, `${UPLOAD}.file.json`),
    JSON.stringify({ id: UPLOAD, draft: randomUUID(), metadata, claim }),
  );
}

const erase = (email: string, env: Record<string, string> = {}, ...flags: string[]) =>
  runScript("person-erase", [email, ...flags], { DATA_DIR: dataDir, PORT: "1", ...env });

test("no byte of a person is left on the machine, and nobody else is touched", async () => {
  const questionnaire = sampleQuestionnaire(1);
  const documents: { _id: string; _type: string; [field: string]: unknown }[] = [
    message("1", ZOE),
    message("gone", ZOE.toUpperCase()),
    message("other", "ada@example.com"),
    { ...questionnaire, contactInfo: { ...questionnaire.contactInfo, email: ZOE } },
    {
      _id: `storedFile.${UPLOAD}`,
      _type: "storedFile",
      subject: questionnaire._id,
      customMetadata: { fileName: `plan of ${ZOE}.pdf` },
    },
    { _id: "subscriber.5", _type: "newsletterSubscriber", email: ZOE, source: "popup" },
    contract(1, ZOE, "error"),
    contract(2, ZOE, "invoice"),
    { _id: "invoice.2026-0001", _type: "invoice", totalCents: 1_200, client: { name: "Zoë", email: ZOE } },
  ];
  for (const document of documents) await lake.writer.create(document);
  await lake.writer.delete("contact.gone");
  await lake.writer.patch("contact.other").set({ message: "Hello again" }).commit();
  await writeMails(ZOE);
  writeUpload(questionnaire._id);
  await lake.lake.close();
  expect(everything()).toContain(ZOE);

  const asked = await erase(ZOE);
  expect(asked.output).toContain("1 × contract: reduce");
  expect(asked.output).toContain("Use --yes");
  expect(asked.code).toBe(1);
  expect(everything()).toContain(ZOE);

  const { code, output } = await erase(ZOE.toUpperCase(), {}, "--yes");
  expect([code, output]).toEqual([0, expect.stringContaining("Erased.")]);
  for (const line of [
    "1 × contactSubmission: delete",
    "1 × clientQuestionnaire: delete",
    "1 × storedFile: delete",
    "1 × newsletterSubscriber: delete",
    "1 × contract: delete",
    "1 × history of deleted or changed documents",
    "1 × uploaded file",
    "3 × pending or completed",
    "2 × email in the outbox",
  ])
    expect(output).toContain(line);
  expect(output.toLowerCase()).not.toContain(ZOE);
  expect(everything()).not.toContain(ZOE);
  expect(everything()).not.toContain("(212) 555-0177");

  lake = await serveLake({ directory: join(dataDir, "lake") });
  const left = await lake.writer.fetch<Record<string, unknown>[]>(`*[_type != "sanity.imageAsset"]`);
  expect(left.map(({ _id }) => _id).toSorted()).toEqual([
    "contact.other",
    "contract.sample-2",
    "invoice.2026-0001",
  ]);
  // The books keep what an invoice needs.
  const kept = sampleContract(2);
  expect(left.find(({ _id }) => _id === "contract.sample-2")).toMatchObject({
    contactInfo: { ...kept.contactInfo, email: "", phone: "" },
    total: kept.total,
    status: "invoice",
  });
  expect(left.find(({ _type }) => _type === "invoice")).toMatchObject({
    totalCents: 1_200,
    client: { name: "Zoë", email: "" },
  });
});

test("what somebody else wrote about a person stays, and is told", async () => {
  await lake.writer.create(message("1", ZOE));
  await lake.writer.create(message("other", "ada@example.com", `Ask ${ZOE} about it`));
  await lake.lake.close();
  const { code, output } = await erase(ZOE, {}, "--yes");
  expect([code, output]).toEqual([0, expect.stringContaining("mentioned in contact.other")]);
  lake = await serveLake({ directory: join(dataDir, "lake") });
  expect(await lake.writer.fetch(`*._id`)).toEqual(["contact.other"]);
});

test("an admin's words in a retained contract that name the address are listed", async () => {
  const paid = contract(3, ZOE, "completed");
  const refunds = [{ _key: "a", reason: `Asked for by ${ZOE}` }];
  await lake.writer.create({ ...paid, subscription: null, refunds });
  await lake.writer.create({ ...contract(4, ZOE, "completed"), subscription: null });
  await lake.lake.close();
  const { code, output } = await erase(ZOE, {}, "--yes");
  expect([code, output]).toEqual([0, expect.stringContaining(`mentioned in ${paid._id}: not erased`)]);
  expect(output.match(/mentioned in/g)).toHaveLength(1);
});

test("in a store that is elsewhere the documents go, and it is said what is out of reach", async () => {
  await lake.writer.create(message("1", ZOE));
  await lake.writer.create(message("other", "ada@example.com"));
  const elsewhere = mkdtempSync(join(tmpdir(), "erase-hosted-"));
  // Waited here once and is in the store by now; the file of the queue still has its bytes.
  const store = new DiskJobs(join(elsewhere, "queue"));
  await store.put([{ topic: "submission", id: "contact.1", body: message("1", ZOE) }]);
  await store.remove("submission", "contact.1");
  store.close();
  expect(everything(elsewhere)).toContain(ZOE);
  const upstash = await startUpstashStandIn();
  const redis = new RedisJobs(upstash);
  const receipt = { topic: "mail", id: `contact.7/receipt/${ZOE}`, body: {} } as const;
  const [sent] = await redis.put([receipt]);
  if (sent) await redis.finish(sent);
  for (const [id, email] of [
    ["contact.7", ZOE],
    ["contact.8", "ada@example.com"],
  ] as const)
    await redis.put([{ topic: "submission", id, body: { type: "contactSubmission", document: { email } } }]);
  const env = {
    DATA_DIR: elsewhere,
    UPSTASH_REDIS_REST_URL: upstash.url,
    UPSTASH_REDIS_REST_TOKEN: upstash.token,
    SANITY_API_HOST: lake.origin,
    SANITY_API_WRITE_TOKEN: lake.lake.tokens.write,
  };
  const { code, output } = await erase(ZOE, env, "--yes");
  expect([code, output]).toEqual([0, expect.stringContaining("Sanity keeps the history")]);
  expect(await lake.writer.fetch(`*._id`)).toEqual(["contact.other"]);
  expect(everything(elsewhere)).not.toContain(ZOE);
  expect(output).toContain("2 × pending or completed");
  expect(await redis.about(ZOE)).toEqual([]);
  expect(await redis.get("submission", "contact.8")).not.toBeNull();
  expect((await erase(ZOE, env, "--yes")).output).toContain("Nothing to erase.");
  await upstash.close();
  rmSync(elsewhere, { recursive: true });
});

test("what is no address is not looked for", async () => {
  const { code, output } = await erase('x"y@example.com', {}, "--yes");
  expect([code, output]).toEqual([1, expect.stringContaining("Usage:")]);
});
