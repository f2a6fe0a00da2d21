import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { startS3StandIn, type S3StandIn } from "stand-ins/s3";
import { startUpstashStandIn, type UpstashStandIn } from "stand-ins/upstash";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { claimFiles, confirmFiles, sweepUploads } from "../../app/files/claims.server.ts";
import { fileResponse } from "../../app/files/file-response.server.ts";
import { createRedisLocker } from "../../app/files/redis-locker.server.ts";
import { S3FileStorage } from "../../app/files/s3-storage.server.ts";
import { FIRST_CHUNK, STALLED_AFTER_MS } from "../../app/files/upload-rules.ts";
import { parseEnv } from "../../app/platform/env.server.ts";
import { moveToBucket } from "../../scripts/backup/bucket-files.ts";
import { restoreBackup } from "../../scripts/backup/restore-backup.ts";
import { takeBackup } from "../../scripts/backup/take-backup.ts";
import { eraseOnDisk, searchDisk } from "../../scripts/person/disk-search.ts";
import { pdfOfSize, sampleFiles } from "../support/sample-files.ts";
import { s3Config, UploadHarness } from "../support/upload-harness.ts";

// What only a bucket has: it can be away, and several processes use it. The rest is the contract of both storages, in
// uploads.test.ts, upload-shares.test.ts and upload-survival.test.ts.

let s3: S3StandIn;
let upstash: UpstashStandIn;
beforeAll(async () => {
  [s3, upstash] = await Promise.all([startS3StandIn(), startUpstashStandIn()]);
});
afterAll(() => Promise.all([s3.close(), upstash.close()]));

let harness: UploadHarness;
beforeEach(async () => {
  harness = new UploadHarness(s3);
  await harness.open();
});
afterEach(() => harness.end());

const documentId = "questionnaire.6f9619ff-8b86-4d01-b42d-00cf4fc964ff";
const urlOf = (id: string) => `/admin/files/${id}`;
const HOUR = 60 * 60 * 1000;
const patch = (id: string, from: number, bytes: Buffer, at = harness) =>
  at.call(
    "PATCH",
    `/${id}`,
    { "upload-offset": String(from), "content-type": "application/offset+octet-stream" },
    bytes,
  );

describe("a bucket that does not answer", () => {
  test("new uploads get 503 and are told when to come again; the browser comes again and loses nothing", async () => {
    void s3.proxy.fail({ path: /./, fault: { kind: "status", status: 503 } });
    const id = randomUUID();
    const refused = await harness.create(100, { key: id, draft: harness.draft, filename: "a.pdf" });
    expect(refused.status).toBe(503);
    expect(refused.headers.get("retry-after")).toBe("60");
    expect(await refused.json()).toEqual({
      code: "storage/unavailable",
      message: "Files cannot be stored right now. Please try again in a few minutes.",
    });
    const bytes = pdfOfSize(600_000);
    const sending = harness.send(bytes, { id });
    await expect.poll(() => harness.seen.length).toBeGreaterThan(1);
    s3.proxy.clear();
    expect((await sending).code).toBeNull();
    expect((await harness.bytes(id))?.equals(bytes)).toBe(true);
  });

  test("in mid-upload: what was acknowledged stays, and the upload goes on behind it", async () => {
    const [id, bytes] = [randomUUID(), pdfOfSize(3 * FIRST_CHUNK)];
    await harness.create(bytes.length, { key: id, draft: harness.draft, filename: "a.pdf" });
    expect((await patch(id, 0, bytes.subarray(0, FIRST_CHUNK))).status).toBe(204);
    void s3.proxy.fail({ path: /./, fault: { kind: "status", status: 503 } });
    expect((await patch(id, FIRST_CHUNK, bytes.subarray(FIRST_CHUNK))).status).toBe(503);
    expect((await harness.call("HEAD", `/${id}`)).status).toBe(503);
    s3.proxy.clear();
    expect((await harness.call("HEAD", `/${id}`)).headers.get("upload-offset")).toBe(String(FIRST_CHUNK));
    expect((await harness.send(bytes, { id, resume: true })).code).toBeNull();
    expect((await harness.bytes(id))?.equals(bytes)).toBe(true);
  });

  test("while the last byte is checked: the file is not lost, and the next look checks it", async () => {
    const id = randomUUID();
    await harness.create(sampleFiles.pdf.length, { key: id, draft: harness.draft, filename: "a.pdf" });
    void s3.proxy.fail({ path: /\/files\//, fault: { kind: "status", status: 503 } });
    expect((await patch(id, 0, sampleFiles.pdf)).status).toBe(503);
    expect((await harness.storage.get(id))?.stored).toBeNull();
    s3.proxy.clear();
    const head = await harness.call("HEAD", `/${id}`);
    expect([head.status, head.headers.get("upload-offset")]).toEqual([200, String(sampleFiles.pdf.length)]);
    expect((await harness.storage.get(id))?.stored?.metadata.contentType).toBe("application/pdf");
  });

  test("a form without scripts: the file is named as the problem", async () => {
    void s3.proxy.fail({ path: /./, fault: { kind: "status", status: 503 } });
    const file = { name: "a.pdf", draft: harness.draft, callerKey: null };
    await expect(harness.storage.store(file, Readable.from([sampleFiles.pdf]))).rejects.toMatchObject({
      code: "storage/unavailable",
      status: 503,
      message: expect.stringContaining("The bucket consultancy-uploads at http://127.0.0.1"),
    });
  });

  test("that is slow: the upload takes its time", async () => {
    void s3.proxy.fail({ method: "PUT", path: /./, fault: { kind: "delay", ms: 300 } });
    const { id, code } = await harness.send(sampleFiles.pdf);
    expect(code).toBeNull();
    expect((await harness.bytes(id))?.equals(sampleFiles.pdf)).toBe(true);
  });
});

describe("what is in the bucket", () => {
  test("is encrypted, and of a complete file nothing but its bytes, its record and a mark", async () => {
    const { id } = await harness.send(pdfOfSize(600_000));
    expect(s3.keys()).toEqual([`files/${id}`, `records/${id}.json`, `unclaimed/${harness.draft}/${id}`]);
    const puts = s3.proxy.ledger.filter(({ request }) => request.startsWith("PUT "));
    expect(puts.map(({ headers }) => headers["x-amz-server-side-encryption"])).toEqual(
      puts.map(() => "AES256"),
    );
    await claimFiles(harness.storage, { ids: [id], draft: harness.draft, documentId }, urlOf);
    await confirmFiles(harness.storage, [id], documentId);
    expect(s3.keys()).toEqual([`files/${id}`, `records/${id}.json`]);
    await harness.storage.remove(id);
    expect(s3.keys()).toEqual([]);
  });

  test("left by a check that was cut off goes with the stalled upload", async () => {
    const id = randomUUID();
    await harness.create(sampleFiles.pdf.length, { key: id, draft: harness.draft, filename: "a.pdf" });
    void s3.proxy.fail({ method: "PUT", path: /\/records\//, fault: { kind: "status", status: 503 } });
    expect((await patch(id, 0, sampleFiles.pdf)).status).toBe(503);
    expect(s3.keys()).toContain(`files/${id}`);
    harness.clock += STALLED_AFTER_MS + 10_000;
    expect(await harness.storage.removeStalled()).toBe(1);
    expect(s3.keys()).toEqual([]);
  });

  test("left by a removal that was cut off goes with the next sweep but one", async () => {
    const { id } = await harness.send(sampleFiles.pdf);
    void s3.proxy.fail({ method: "DELETE", path: /\/unclaimed\//, fault: { kind: "drop" } });
    await expect(harness.storage.remove(id)).rejects.toMatchObject({ code: "storage/unavailable" });
    s3.proxy.clear();
    expect(s3.keys()).toHaveLength(1);
    harness.clock += 25 * HOUR;
    expect(await sweepUploads(harness.storage, async () => null)).toBe(1);
    expect(s3.keys()).toEqual([]);
  });
});

describe("two processes with one bucket and one Redis", () => {
  let other: UploadHarness;
  const locker = () => createRedisLocker({ on: true as const, url: upstash.url, token: upstash.token });
  beforeEach(async () => {
    other = new UploadHarness(s3);
    await harness.reopen({ locker: locker() });
    await other.open({ locker: locker() });
  });
  afterEach(() => other.end());

  test("an upload hops between them at every request", async () => {
    const [id, bytes] = [randomUUID(), pdfOfSize(4 * FIRST_CHUNK)];
    await harness.create(bytes.length, { key: id, draft: harness.draft, filename: "a.pdf" });
    for (const [index, at] of [other, harness, other, harness].entries()) {
      const from = index * FIRST_CHUNK;
      const head = await (at === harness ? other : harness).call("HEAD", `/${id}`);
      expect(head.headers.get("upload-offset")).toBe(String(from));
      expect((await patch(id, from, bytes.subarray(from, from + FIRST_CHUNK), at)).status).toBe(204);
    }
    expect(await other.storage.ofDraft(harness.draft)).toMatchObject([{ id, size: bytes.length }]);
    const submission = { ids: [id], draft: harness.draft, documentId };
    expect(await claimFiles(other.storage, submission, urlOf)).toHaveLength(1);
    expect((await harness.call("DELETE", `/${id}`)).status).toBe(403);
    expect((await other.bytes(id))?.equals(bytes)).toBe(true);
  });

  test("a file that is finished at both at once gets one record", async () => {
    const id = randomUUID();
    await harness.create(sampleFiles.pdf.length, { key: id, draft: harness.draft, filename: "a.pdf" });
    void s3.proxy.fail({
      method: "PUT",
      path: /\/files\//,
      fault: { kind: "status", status: 503 },
      times: 1,
    });
    expect((await patch(id, 0, sampleFiles.pdf)).status).toBe(503);
    void s3.proxy.fail({ method: "PUT", path: /\/files\//, fault: { kind: "delay", ms: 300 } });
    const both = await Promise.all([harness, other].map((at) => at.call("HEAD", `/${id}`)));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const records = s3.proxy.seen.filter(
      (request) => request.startsWith("PUT") && request.includes("/records/"),
    );
    expect(records).toHaveLength(1);
  });

  test("a request that waits at one takes an upload over from a lost one at the other", async () => {
    const [id, bytes] = [randomUUID(), pdfOfSize(2 * FIRST_CHUNK)];
    await harness.create(bytes.length, { key: id, draft: harness.draft, filename: "a.pdf" });
    const silent = harness.openPatch(id, 0, FIRST_CHUNK);
    silent.write(bytes.subarray(0, 1000));
    await expect
      .poll(() => upstash.commands.some(([name, key]) => name === "set" && key?.includes(id)))
      .toBe(true);
    const head = await other.call("HEAD", `/${id}`);
    expect(head.status).toBe(200);
    expect(Number(head.headers.get("upload-offset"))).toBeLessThanOrEqual(1000);
    silent.destroy();
  });

  test("Redis that does not answer: 503, and the upload goes on once it does", async () => {
    const [id, bytes] = [randomUUID(), pdfOfSize(FIRST_CHUNK)];
    upstash.away(true);
    const create = await harness.create(bytes.length, { key: id, draft: harness.draft, filename: "a.pdf" });
    expect(create.status).toBe(503);
    upstash.away(false);
    expect((await harness.send(bytes, { id })).code).toBeNull();
  });
});

describe("a download", () => {
  const get = (id: string, headers: Record<string, string> = {}) =>
    fileResponse(harness.storage, id, new Request("http://localhost/admin/files/x", { headers }));

  test("is whole or a range, with the name it was sent by", async () => {
    const { id } = await harness.send(sampleFiles.pdf, { name: "Büro.pdf" });
    const whole = await get(id);
    expect(whole.status).toBe(200);
    expect(Buffer.from(await whole.arrayBuffer()).equals(sampleFiles.pdf)).toBe(true);
    expect(whole.headers.get("content-disposition")).toContain("filename*=UTF-8''B%C3%BCro.pdf");
    expect(whole.headers.get("accept-ranges")).toBe("bytes");
    const part = await get(id, { range: "bytes=1-3" });
    expect([part.status, await part.text()]).toEqual([206, "PDF"]);
    expect(part.headers.get("content-range")).toBe(`bytes 1-3/${sampleFiles.pdf.length}`);
    expect((await get(id, { range: "bytes=999999999-" })).status).toBe(416);
    expect((await get(id, { range: "bytes=0-1,5-6" })).status).toBe(200);
    expect((await get(randomUUID())).status).toBe(404);
    expect((await get("../records/x")).status).toBe(404);
  });
});

describe("the commands", () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), "commands-"));
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));

  const upload = async (documentIdOfFile: string) => {
    const { id } = await harness.send(sampleFiles.pdf, { draft: randomUUID() });
    const stored = (await harness.storage.get(id))?.stored;
    if (!stored) throw new Error("not stored");
    const claim = { documentId: documentIdOfFile, at: "2026-11-01T00:00:00.000Z", confirmed: true };
    return harness.storage.setClaim(stored, claim);
  };

  test("a backup has the files of the bucket, and a restore puts them back, there or into another bucket", async () => {
    const stored = await upload(documentId);
    await harness.create(100, { key: randomUUID(), draft: harness.draft, filename: "a.pdf" });
    const site = join(dataDir, "site");
    mkdirSync(site);
    const env = parseEnv({ ...s3.env, DATA_DIR: site, SANITY_PROJECT_ID: "hosted" });
    const backup = join(dataDir, "backup");
    const { files } = await takeBackup(env, backup);
    expect(files.map(({ path }) => path)).toEqual([`uploads/${stored.id}`, `uploads/${stored.id}.file.json`]);
    s3.clear();
    await restoreBackup({ backup, dataDir: site, port: 1, force: false });
    expect(await moveToBucket(env)).toBe(1);
    expect(readdirSync(join(site, "uploads"))).toEqual([]);
    expect(await harness.storage.get(stored.id)).toMatchObject({ stored });
    expect((await harness.bytes(stored.id))?.equals(sampleFiles.pdf)).toBe(true);
    expect(s3.keys()).toHaveLength(2);
  });

  test("erasing a person takes the files of the bucket, those that no document lists any more too", async () => {
    const [listed, unlisted, others] = [
      await upload("questionnaire.1"),
      await upload("questionnaire.1"),
      await upload("questionnaire.2"),
    ];
    const env = parseEnv({ ...s3.env, DATA_DIR: dataDir });
    const document = {
      _id: "questionnaire.1",
      _type: "clientQuestionnaire",
      additionalInfo: { attachments: [{ url: urlOf(listed.id) }] },
    };
    const found = await searchDisk(env, "zoe@example.com", [document]);
    expect(found.uploads.toSorted()).toEqual([listed.id, unlisted.id].toSorted());
    await eraseOnDisk(env, found);
    expect(s3.keys()).toEqual([`files/${others.id}`, `records/${others.id}.json`]);
  });
});

test("a bucket that is not there is named, with the reason", async () => {
  const storage = new S3FileStorage({ config: { ...s3Config(s3), bucket: "somebody-elses" } });
  await expect(storage.removeStalled()).rejects.toMatchObject({
    code: "storage/bucket-not-found",
    status: 503,
    message: expect.stringMatching(/^The bucket somebody-elses at http:.*NoSuchBucket/),
  });
});
