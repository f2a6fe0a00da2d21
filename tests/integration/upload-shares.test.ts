import { randomUUID } from "node:crypto";
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { startS3StandIn } from "stand-ins/s3";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { FIRST_CHUNK, MIN_PART_BYTES, STALLED_AFTER_MS } from "../../app/files/upload-rules.ts";
import { MAX_FILE_BYTES } from "../../app/model/upload-limits.ts";
import { opened } from "../support/opened.ts";
import { pdfOfSize, sampleFiles } from "../support/sample-files.ts";
import { STORAGES, UploadHarness } from "../support/upload-harness.ts";

const MINUTE = 60_000;
const KB = 1024;
/** More than a bucket takes to store what the test sends. */
const LATER = 10_000;

const s3 = opened(startS3StandIn);

describe.each(STORAGES)("on %s:", (storage) => {
  let harness: UploadHarness;
  beforeEach(async () => {
    harness = new UploadHarness(storage === "s3" ? s3 : null);
    await harness.open();
  });
  afterEach(() => harness.end());

  const announce = (key = randomUUID(), draft = randomUUID(), size = MAX_FILE_BYTES) =>
    harness.create(size, { key, draft, filename: "a.pdf" });
  const patch = (id: string, from: number, bytes: Buffer) =>
    harness.call(
      "PATCH",
      `/${id}`,
      { "upload-offset": String(from), "content-type": "application/offset+octet-stream" },
      bytes,
    );

  describe("announced uploads without bytes", () => {
    test.runIf(storage === "disk")(
      "take little of the site's room: 2,120 announce 20 GB, and a file still fits",
      async () => {
        await harness.reopen({ shares: { openPerCaller: Infinity } });
        for (let count = 0; count < 2120; count++) expect((await announce()).status).toBe(201);
        expect((await harness.send(sampleFiles.pdf)).code).toBeNull();
      },
    );

    test("go after ten minutes, from the disk too", async () => {
      const id = randomUUID();
      await announce(id);
      harness.clock += STALLED_AFTER_MS + LATER;
      expect(await harness.storage.removeStalled()).toBe(1);
      expect(harness.files()).toEqual([]);
      expect((await harness.call("HEAD", `/${id}`)).status).toBe(404);
    });

    test("make room for the next as soon as they may go", async () => {
      await harness.reopen({ shares: { openPerCaller: 1 } });
      expect((await announce()).status).toBe(201);
      expect((await announce()).status).toBe(429);
      harness.clock += STALLED_AFTER_MS + LATER;
      expect((await announce()).status).toBe(201);
    });
  });

  describe("shares", () => {
    test("of open uploads: a caller's is used up with 429, another caller goes on", async () => {
      await harness.reopen({ shares: { openPerCaller: 2 } });
      await announce();
      await announce();
      const refused = await announce();
      expect(refused.status).toBe(429);
      expect(refused.headers.get("retry-after")).toBe("60");
      expect(await refused.json()).toEqual({
        code: "storage/too-many-uploads",
        message: "Too many files are being uploaded from your connection. Please try again in a few minutes.",
      });
      harness.caller = "192.0.2.2";
      expect((await announce()).status).toBe(201);
    });

    test("of open uploads: the whole site's is used up with 503", async () => {
      await harness.reopen({ shares: { open: 1 } });
      await announce();
      harness.caller = "192.0.2.2";
      const refused = await announce();
      expect(refused.status).toBe(503);
      expect(refused.headers.get("retry-after")).toBe("60");
      expect(await refused.json()).toEqual({
        code: "storage/busy",
        message: "Too many files are being uploaded right now. Please try again in a few minutes.",
      });
    });

    test("a finished upload gives its place back", async () => {
      await harness.reopen({ shares: { openPerCaller: 1 } });
      expect((await harness.send(sampleFiles.pdf)).code).toBeNull();
      expect((await harness.send(sampleFiles.pdf)).code).toBeNull();
    });

    test("of bytes count what arrived, in the middle of a chunk too", async () => {
      await harness.reopen({ quota: { perCaller: 300 * KB } });
      const id = randomUUID();
      expect((await announce(id)).status).toBe(201);
      expect((await patch(id, 0, pdfOfSize(200 * KB))).status).toBe(204);
      const refused = await patch(id, 200 * KB, Buffer.alloc(200 * KB));
      expect(refused.status).toBe(402);
      expect(await refused.json()).toMatchObject({ code: "storage/quota-exceeded" });
      harness.caller = "192.0.2.2";
      expect((await harness.send(pdfOfSize(250 * KB))).code).toBeNull();
    });

    test("of bytes hold for a file that comes inside a form, and nothing of it stays", async () => {
      await harness.reopen({ quota: { perCaller: 300 * KB } });
      const file = { name: "a.pdf", draft: randomUUID(), callerKey: "192.0.2.3" };
      const streamOf = (bytes: Buffer) => Readable.from([bytes.subarray(0, 100), bytes.subarray(100)]);
      await expect(harness.storage.store(file, streamOf(pdfOfSize(400 * KB)))).rejects.toMatchObject({
        code: "storage/quota-exceeded",
      });
      expect(harness.files()).toEqual([]);
      await harness.storage.store(file, streamOf(pdfOfSize(250 * KB)));
    });

    test("removing gives back what was counted", async () => {
      await harness.reopen({ quota: { perCaller: 300 * KB } });
      for (let round = 0; round < 3; round++) {
        const { id, code } = await harness.send(pdfOfSize(250 * KB));
        expect(code).toBeNull();
        expect((await harness.call("DELETE", `/${id}`)).status).toBe(204);
        await expect.poll(() => harness.files()).toEqual([]);
      }
    });
  });

  describe("requests that run at the same time", () => {
    const begin = async (id: string) => {
      const request = harness.openPatch(id, 0, FIRST_CHUNK);
      request.write(Buffer.alloc(100));
      await expect.poll(() => harness.running).toBe(1);
      return request;
    };

    test("of one upload: one waits for the one before it, every further one gets 423", async () => {
      const { id } = await harness.send(sampleFiles.pdf);
      const held = Promise.withResolvers<void>();
      const getUpload = harness.storage.datastore.getUpload.bind(harness.storage.datastore);
      harness.storage.datastore.getUpload = async (name) => {
        await held.promise;
        return getUpload(name);
      };
      const heads = Array.from({ length: 6 }, () => harness.call("HEAD", `/${id}`));
      const answered = Promise.all(heads);
      await expect.poll(() => harness.seen.filter(({ method }) => method === "HEAD").length).toBe(4);
      held.resolve();
      const answers = await answered;
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 423, 423, 423, 423]);
      expect(answers.find(({ status }) => status === 423)?.headers.get("retry-after")).toBe("1");
    });

    test("of one caller: all methods count, with 429 when its share is used up; another caller goes on", async () => {
      await harness.reopen({ requests: { perCaller: 1 } });
      const id = randomUUID();
      await announce(id);
      const open = await begin(id);
      for (const method of ["HEAD", "PATCH", "DELETE", "POST", "GET"]) {
        const path = method === "GET" ? `?draft=${harness.draft}` : `/${randomUUID()}`;
        const refused = await harness.call(method, path);
        expect([method, refused.status, refused.headers.get("retry-after")]).toEqual([method, 429, "60"]);
      }
      harness.caller = "192.0.2.2";
      expect((await harness.call("HEAD", `/${randomUUID()}`)).status).toBe(404);
      open.destroy();
    });

    test("of a caller who sends nothing more: ends with 408 and gives its place back; what arrived is kept", async () => {
      await harness.reopen({ requests: { running: 1 }, idleMs: 200 });
      const [id, bytes] = [randomUUID(), pdfOfSize(FIRST_CHUNK)];
      await announce(id, harness.draft, bytes.length);
      const stalled = harness.openPatch(id, 0, FIRST_CHUNK);
      stalled.write(bytes.subarray(0, 1000));
      const [response] = (await once(stalled, "response")) as [IncomingMessage];
      expect(response.statusCode).toBe(408);
      stalled.destroy();
      expect((await harness.call("HEAD", `/${id}`)).headers.get("upload-offset")).toBe("1000");
      expect((await harness.send(bytes, { id, resume: true })).code).toBeNull();
      expect((await harness.bytes(id))?.equals(bytes)).toBe(true);
    });

    test("of everyone: 503 when all places are taken", async () => {
      await harness.reopen({ requests: { running: 1 } });
      const id = randomUUID();
      await announce(id);
      const open = await begin(id);
      harness.caller = "192.0.2.2";
      const refused = await harness.call("HEAD", `/${id}`);
      expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "60"]);
      open.destroy();
      await expect.poll(() => harness.running).toBe(0);
      expect((await harness.call("HEAD", `/${id}`)).status).toBe(200);
    });
  });

  test("parts below 128 KB are refused, but for the end of a file", async () => {
    const id = randomUUID();
    const bytes = pdfOfSize(MIN_PART_BYTES + 1);
    await announce(id, harness.draft, bytes.length);
    const refused = await patch(id, 0, bytes.subarray(0, MIN_PART_BYTES - 1));
    expect([refused.status, await refused.json()]).toMatchObject([400, { code: "storage/invalid-argument" }]);
    expect((await patch(id, 0, bytes.subarray(0, MIN_PART_BYTES))).status).toBe(204);
    expect((await patch(id, MIN_PART_BYTES, bytes.subarray(MIN_PART_BYTES))).status).toBe(204);
    expect((await harness.bytes(id))?.equals(bytes)).toBe(true);
  });

  describe("a pause", () => {
    const bytes = pdfOfSize(3 * FIRST_CHUNK);

    test("of nine minutes: the upload resumes at the stored offset, each arrival starts the ten minutes anew", async () => {
      const id = randomUUID();
      await announce(id, harness.draft, bytes.length);
      for (const from of [0, FIRST_CHUNK]) {
        harness.clock += 9 * MINUTE;
        expect(await harness.storage.removeStalled()).toBe(0);
        expect((await patch(id, from, bytes.subarray(from, from + FIRST_CHUNK))).status).toBe(204);
      }
      harness.clock += 9 * MINUTE;
      const head = await harness.call("HEAD", `/${id}`);
      expect(head.headers.get("upload-offset")).toBe(String(2 * FIRST_CHUNK));
    });

    test("of more than ten: the browser's sender begins anew and ends with the whole file", async () => {
      const id = randomUUID();
      await announce(id, harness.draft, bytes.length);
      await patch(id, 0, bytes.subarray(0, FIRST_CHUNK));
      harness.clock += STALLED_AFTER_MS + LATER;
      await harness.storage.removeStalled();
      expect((await harness.send(bytes, { id, resume: true })).code).toBeNull();
      expect(harness.seen.map(({ method, status }) => [method, status]).slice(2, 4)).toEqual([
        ["HEAD", 404],
        ["POST", 201],
      ]);
      expect((await harness.bytes(id))?.equals(bytes)).toBe(true);
    });

    test.runIf(storage === "disk")("through a restart: who waits for the site loses nothing", async () => {
      const id = randomUUID();
      await announce(id, harness.draft, bytes.length);
      await patch(id, 0, bytes.subarray(0, FIRST_CHUNK));
      harness.clock += 60 * MINUTE;
      await harness.reopen();
      expect(await harness.storage.removeStalled()).toBe(0);
      expect((await harness.call("HEAD", `/${id}`)).headers.get("upload-offset")).toBe(String(FIRST_CHUNK));
    });
  });

  describe("the endpoint gives no file away", () => {
    test.each(["GET", "PUT", "QUERY"])("%s of an unclaimed file: 405", async (method) => {
      const { id } = await harness.send(sampleFiles.pdf);
      const response = await harness.call(method, `/${id}`);
      expect(response.status).toBe(405);
      expect(response.headers.get("allow")).toBe("HEAD, OPTIONS, POST, PATCH, DELETE");
      expect(await response.text()).not.toContain("%PDF");
    });

    test.each(["PUT", "GET", "DELETE"])("a POST that asks to be a %s is a POST", async (method) => {
      const { id } = await harness.send(sampleFiles.pdf);
      const response = await harness.call("POST", `/${id}`, { "x-http-method-override": method });
      expect(response.status).toBe(400);
      expect(await harness.bytes(id)).not.toBeNull();
    });

    test("a file of a submission is nobody's to ask for", async () => {
      const { id } = await harness.send(sampleFiles.pdf);
      const stored = (await harness.storage.get(id))?.stored;
      if (!stored) throw new Error("not stored");
      await harness.storage.setClaim(stored, { documentId: "questionnaire.1", at: "", confirmed: true });
      const head = await harness.call("HEAD", `/${id}`);
      expect(head.status).toBe(403);
      expect(head.headers.get("upload-metadata")).toBeNull();
    });
  });
});
