import { createHash, randomUUID } from "node:crypto";
import { startS3StandIn } from "stand-ins/s3";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { FIRST_CHUNK } from "../../app/files/upload-rules.ts";
import { MAX_FILE_BYTES } from "../../app/model/upload-limits.ts";
import { opened } from "../support/opened.ts";
import { heic, pdfOfSize, sampleFiles, strangeFiles } from "../support/sample-files.ts";
import { STORAGES, UploadHarness, metadataHeader, sha256 } from "../support/upload-harness.ts";

const s3 = opened(startS3StandIn);

describe.each(STORAGES)("on %s:", (storage) => {
  let harness: UploadHarness;
  beforeEach(async () => {
    harness = new UploadHarness(storage === "s3" ? s3 : null);
    await harness.open();
  });
  afterEach(() => harness.end());

  describe("requests", () => {
    test("a file of exactly 262,144 bytes takes one", async () => {
      const bytes = pdfOfSize(FIRST_CHUNK);
      const { id, code } = await harness.send(bytes);
      expect(code).toBeNull();
      expect(harness.seen).toEqual([{ method: "POST", bytes: FIRST_CHUNK, status: 201 }]);
      expect((await harness.bytes(id))?.equals(bytes)).toBe(true);
    });

    test("one byte more is resumable: created, then a chunk of 262,144 bytes and the rest", async () => {
      expect((await harness.send(pdfOfSize(FIRST_CHUNK + 1))).code).toBeNull();
      expect(harness.seen.map(({ method, bytes }) => [method, bytes])).toEqual([
        ["POST", 0],
        ["PATCH", FIRST_CHUNK],
        ["PATCH", 1],
      ]);
    });

    test("chunks stand-in", async () => {
      const bytes = pdfOfSize(MAX_FILE_BYTES);
      const { id } = await harness.send(bytes);
      const sizes = [1, 2, 4, 8, 16].map((factor) => factor * FIRST_CHUNK);
      const rest = MAX_FILE_BYTES - sizes.reduce((sum, size) => sum + size, 0);
      expect(harness.seen.slice(1).map((request) => request.bytes)).toEqual([...sizes, rest]);
      expect((await harness.bytes(id))?.equals(bytes)).toBe(true);
    });
  });

  describe("what is stored", () => {
    test("has exactly the specified metadata beside its bytes, and survives a restart", async () => {
      const bytes = sampleFiles.docx;
      const { id } = await harness.send(bytes, { name: "Büro plan.docx" });
      const stored = (await harness.storage.get(id))?.stored;
      if (!stored) throw new Error("not stored");
      const { metadata, claim } = stored;
      expect(claim).toBeNull();
      expect(metadata).toEqual({
        bucket: "uploads",
        generation: String(harness.clock * 1000),
        metageneration: "1",
        fullPath: `questionnaire-files/${harness.clock}-Buro_plan.docx`,
        name: `${harness.clock}-Buro_plan.docx`,
        size: bytes.length,
        timeCreated: new Date(harness.clock).toISOString(),
        updated: new Date(harness.clock).toISOString(),
        md5Hash: createHash("md5").update(bytes).digest("base64"),
        cacheControl: "private, no-store",
        contentDisposition: `attachment; filename="B%FCro plan.docx"`.replace(
          /.*/,
          metadata.contentDisposition,
        ),
        contentEncoding: "identity",
        contentLanguage: "",
        contentType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        customMetadata: { fileName: "Büro plan.docx", sha256: sha256(bytes) },
      });
      await harness.reopen();
      expect((await harness.storage.get(id))?.stored?.metadata).toEqual(metadata);
    });

    test.each([
      ["a JPEG called .png", sampleFiles.jpg, "Photo.of me.PNG", "Photo.of me.jpg", "image/jpeg"],
      [
        "a PDF behind a line break",
        Buffer.concat([Buffer.from("\r\n"), sampleFiles.pdf]),
        "a.pdf",
        "a.pdf",
        "application/pdf",
      ],
    ])("%s, for what it is", async (_what, bytes, name, stored, type) => {
      const { id, code } = await harness.send(bytes, { name });
      expect(code).toBeNull();
      const metadata = (await harness.storage.get(id))?.stored?.metadata;
      expect(metadata?.contentType).toBe(type);
      expect(metadata?.customMetadata["fileName"]).toBe(stored);
      expect(metadata?.contentDisposition).toContain(stored);
    });
  });

  describe("what is refused leaves nothing behind", () => {
    test.each([
      ["a program called .pdf", strangeFiles.program, "brief.pdf", "storage/invalid-format"],
      ["a HEIC photo called .jpg", heic, "IMG_0001.jpg", "storage/heic"],
      ["nothing", Buffer.alloc(0), "brief.pdf", "storage/file-empty"],
      ["10 MB and a byte", Buffer.alloc(MAX_FILE_BYTES + 1), "brief.pdf", "storage/file-too-large"],
    ])("%s", async (_what, bytes, name, code) => {
      expect((await harness.send(bytes, { name })).code).toBe(code);
      expect(harness.files()).toEqual([]);
      expect(await harness.storage.ofDraft(harness.draft)).toEqual([]);
      expect(harness.reported.length).toBeGreaterThan(0);
    });

    test("bytes that are not those that were sent", async () => {
      const answer = await harness.send(sampleFiles.pdf, { sha256: sha256(sampleFiles.png) });
      expect(answer.code).toBe("storage/invalid-checksum");
      expect(harness.files()).toEqual([]);
    });

    test("an eleventh file", async () => {
      for (let round = 0; round < 10; round++) expect((await harness.send(sampleFiles.pdf)).code).toBeNull();
      expect((await harness.send(sampleFiles.pdf)).code).toBe("storage/too-many-files");
      expect((await harness.send(sampleFiles.pdf, { draft: randomUUID() })).code).toBeNull();
      expect(await harness.storage.ofDraft(harness.draft)).toHaveLength(10);
    });

    test.runIf(storage === "disk")("more than there is room for, of all and of one address", async () => {
      await harness.reopen({ quota: { total: 1_000_000, perCaller: 500_000 } });
      expect((await harness.send(pdfOfSize(400_000))).code).toBeNull();
      expect((await harness.send(pdfOfSize(100_001))).code).toBe("storage/quota-exceeded");
      await harness.reopen({ quota: { total: 500_000, perCaller: 500_000 } });
      expect((await harness.send(pdfOfSize(100_001))).code).toBe("storage/quota-exceeded");
      await harness.reopen({ spare: Number.MAX_SAFE_INTEGER });
      expect((await harness.send(sampleFiles.pdf)).code).toBe("storage/quota-exceeded");
    });

    test.each([
      ["no key", { draft: randomUUID(), filename: "a.pdf" }],
      ["a key that is none", { key: "../../etc/passwd", draft: randomUUID(), filename: "a.pdf" }],
      ["a draft that is none", { key: randomUUID(), draft: "x", filename: "a.pdf" }],
      ["a checksum that is none", { key: randomUUID(), draft: randomUUID(), filename: "a.pdf", sha256: "x" }],
      ["no name", { key: randomUUID(), draft: randomUUID() }],
    ])("%s", async (_what, metadata) => {
      const response = await harness.create(10, metadata);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ code: "storage/invalid-argument" });
      expect(harness.files()).toEqual([]);
    });

    test("a size that is told later", async () => {
      const metadata = metadataHeader({ key: randomUUID(), draft: harness.draft, filename: "a.pdf" });
      const headers = { "upload-defer-length": "1", "upload-metadata": metadata };
      expect((await harness.call("POST", "", headers)).status).toBe(400);
    });

    test("an id that somebody has", async () => {
      const { id } = await harness.send(sampleFiles.pdf);
      const response = await harness.create(10, { key: id, draft: randomUUID(), filename: "a.pdf" });
      expect(response.status).toBe(403);
      expect((await harness.bytes(id))?.equals(sampleFiles.pdf)).toBe(true);
    });

    test("no cross-origin page is told that it may", async () => {
      const response = await harness.call("OPTIONS", "", { origin: "https://evil.example" });
      expect(response.headers.get("access-control-allow-origin")).toBeNull();
    });
  });
});
