import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { startS3StandIn } from "stand-ins/s3";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { claimFiles, confirmFiles, sweepUploads } from "../../app/files/claims.server.ts";
import { FIRST_CHUNK } from "../../app/files/upload-rules.ts";
import { opened } from "../support/opened.ts";
import { pdfOfSize, sampleFiles } from "../support/sample-files.ts";
import { STORAGES, UploadHarness, sha256 } from "../support/upload-harness.ts";

const s3 = opened(startS3StandIn);

describe.each(STORAGES)("on %s:", (storage) => {
  let harness: UploadHarness;
  beforeEach(async () => {
    harness = new UploadHarness(storage === "s3" ? s3 : null);
    await harness.open();
  });
  afterEach(() => harness.end());

  describe("a line that breaks", () => {
    test("before the answer to the making: the upload is found, not made twice", async () => {
      let broken = 0;
      harness.cuts = (method, socket) => {
        if (method !== "POST" || broken++ > 0) return false;
        setTimeout(() => socket.destroy(), 60);
        return false;
      };
      const bytes = pdfOfSize(FIRST_CHUNK);
      const handleSlowly = harness.storage.reserve.bind(harness.storage);
      harness.storage.reserve = async (upload) => {
        await new Promise((resolve) => setTimeout(resolve, 120));
        return handleSlowly(upload);
      };
      const { id, code } = await harness.send(bytes);
      expect(code).toBeNull();
      expect(await harness.storage.ofDraft(harness.draft)).toHaveLength(1);
      expect((await harness.bytes(id))?.equals(bytes)).toBe(true);
    });

    test("before the creation ended: the browser that asks too early finds the upload once it is there", async () => {
      harness.cuts = (method, socket) => {
        if (method === "POST" && posts === 0) setTimeout(() => socket.destroy(), 20);
        return false;
      };
      const reserve = harness.storage.reserve.bind(harness.storage);
      const saw = (method: string) => harness.seen.some((one) => one.method === method);
      let posts = 0;
      // The bucket or disk is slow: the first question finds nothing, and the second creation finds the first.
      harness.storage.reserve = async (upload) => {
        posts += 1;
        const awaited = posts === 1 ? "HEAD" : "POST";
        await expect.poll(() => saw(awaited)).toBe(true);
        return reserve(upload);
      };
      const bytes = pdfOfSize(FIRST_CHUNK * 2);
      const { id, code } = await harness.send(bytes);
      expect(code).toBeNull();
      expect(posts).toBeGreaterThan(1);
      expect(await harness.storage.ofDraft(harness.draft)).toHaveLength(1);
      expect((await harness.bytes(id))?.equals(bytes)).toBe(true);
    });

    test("and another draft cannot take an upload's id", async () => {
      const [key, filename] = [randomUUID(), "a.pdf"];
      await harness.create(100, { key, draft: harness.draft, filename });
      const statuses = [harness.draft, randomUUID()].map(
        async (draft) => (await harness.create(100, { key, draft, filename })).status,
      );
      expect(await Promise.all(statuses)).toEqual([423, 403]);
    });

    test("in every third request: the upload still arrives whole", async () => {
      let requests = 0;
      harness.cuts = () => requests++ % 3 === 2;
      const bytes = pdfOfSize(1_500_000);
      const { id, code } = await harness.send(bytes);
      expect(code).toBeNull();
      expect((await harness.bytes(id))?.equals(bytes)).toBe(true);
    });

    test.each([503, 429, 403])(
      "and a %i to the question what is there: it is asked again, nothing is made anew",
      async (status) => {
        const asked: string[] = [];
        let patches = 0;
        harness.cuts = (method) => method === "PATCH" && patches++ === 1;
        harness.refuses = (method) => {
          asked.push(method);
          return method === "HEAD" && asked.filter((one) => one === "HEAD").length === 1 ? status : null;
        };
        const bytes = pdfOfSize(900_000);
        const { id, code } = await harness.send(bytes);
        expect(code).toBeNull();
        expect(asked.filter((method) => method === "POST" || method === "HEAD")).toEqual([
          "POST",
          "HEAD",
          "HEAD",
        ]);
        expect((await harness.bytes(id))?.equals(bytes)).toBe(true);
      },
    );

    test.runIf(storage === "s3")(
      "all the time leaves at most twenty short parts, goes on with larger ones, and is deleted with one request",
      async () => {
        const [id, bytes] = [randomUUID(), pdfOfSize(4 * FIRST_CHUNK)];
        await harness.create(bytes.length, { key: id, draft: harness.draft, filename: "a.pdf" });
        let offset = 0;
        for (let part = 0; part < 22; part++) {
          const short = Readable.from([bytes.subarray(offset, offset + 1_000)]);
          offset = await harness.storage.datastore.write(short, id, offset);
        }
        expect(offset).toBe(20_000);
        s3.proxy.clear();
        expect((await harness.send(bytes, { id, resume: true })).code).toBeNull();
        expect((await harness.bytes(id))?.equals(bytes)).toBe(true);
        const deletes = s3.proxy.ledger.filter(({ request }) =>
          /^DELETE .*incoming|^POST .*\?delete/.test(request),
        );
        // The stand-in fails the first time when it deletes a directory twice, and the SDK repeats the request.
        expect(new Set(deletes.map(({ request }) => request.split(" ")[0]))).toEqual(new Set(["POST"]));
        expect(deletes[0]?.headers["content-md5"]).toBeDefined();
        expect(s3.keys()).toHaveLength(3);
      },
    );

    test("a server that restarts in mid-upload goes on at the stored offset", async () => {
      const id = randomUUID();
      const bytes = pdfOfSize(600_000);
      const metadata = { key: id, draft: harness.draft, filename: "a.pdf", sha256: sha256(bytes) };
      await harness.create(600_000, metadata);
      const patch = (from: number, to: number) =>
        harness.call(
          "PATCH",
          `/${id}`,
          { "upload-offset": String(from), "content-type": "application/offset+octet-stream" },
          bytes.subarray(from, to),
        );
      expect((await patch(0, 250_000)).status).toBe(204);
      await harness.reopen();
      const head = await harness.call("HEAD", `/${id}`);
      expect(head.headers.get("upload-offset")).toBe("250000");
      expect((await patch(0, 600_000)).status).toBe(409);
      expect((await patch(250_000, 600_000)).status).toBe(204);
      expect((await harness.storage.get(id))?.stored?.metadata.size).toBe(600_000);
    });

    test.runIf(storage === "disk")(
      "a crash between the last byte and the check: the next look checks",
      async () => {
        const id = randomUUID();
        const metadata = { key: id, draft: harness.draft, filename: "a.pdf" };
        const size = sampleFiles.pdf.length;
        await harness.create(size, metadata);
        await harness.close();
        writeFileSync(join(harness.directory, id), sampleFiles.pdf);
        await harness.open();
        expect((await harness.storage.get(id))?.stored).toBeNull();
        expect((await harness.call("HEAD", `/${id}`)).status).toBe(200);
        expect((await harness.storage.get(id))?.stored?.metadata.contentType).toBe("application/pdf");
      },
    );

    test.runIf(storage === "disk")("a crash that tore the notes: the upload begins anew", async () => {
      const id = randomUUID();
      const metadata = { key: id, draft: harness.draft, filename: "a.pdf" };
      await harness.create(100, metadata);
      await harness.close();
      writeFileSync(join(harness.directory, `${id}.json`), '{"id":"');
      await harness.open();
      expect((await harness.call("HEAD", `/${id}`)).status).toBe(404);
      expect((await harness.send(sampleFiles.pdf, { id })).code).toBeNull();
    });
  });

  describe("files and submissions", () => {
    const urlOf = (id: string) => `/admin/files/${id}`;
    const documentId = "questionnaire.6f9619ff-8b86-4d01-b42d-00cf4fc964ff";

    test("are listed in the order asked for, by the names and types that were found", async () => {
      const [first, second] = [
        await harness.send(sampleFiles.png, { name: "a.png" }),
        await harness.send(sampleFiles.pdf),
      ];
      const attachments = await claimFiles(
        harness.storage,
        { ids: [second.id, first.id], draft: harness.draft, documentId },
        urlOf,
      );
      expect(attachments).toEqual([
        { name: "brief.pdf", url: `/admin/files/${second.id}`, type: "application/pdf" },
        { name: "a.png", url: `/admin/files/${first.id}`, type: "image/png" },
      ]);
      expect((await harness.storage.get(first.id))?.stored?.metadata.metageneration).toBe("2");
    });

    test("cannot be taken by another draft, another submission, or before they are whole", async () => {
      const { id } = await harness.send(sampleFiles.pdf);
      const other = { ids: [id], draft: randomUUID(), documentId };
      expect(await claimFiles(harness.storage, other, urlOf)).toBeNull();
      expect(
        await claimFiles(
          harness.storage,
          { ids: [id, randomUUID()], draft: harness.draft, documentId },
          urlOf,
        ),
      ).toBeNull();
      expect((await harness.storage.get(id))?.stored?.claim).toBeNull();
      expect(
        await claimFiles(harness.storage, { ids: [id], draft: harness.draft, documentId }, urlOf),
      ).toHaveLength(1);
      expect(
        await claimFiles(harness.storage, { ids: [id], draft: harness.draft, documentId }, urlOf),
      ).toHaveLength(1);
      await confirmFiles(harness.storage, [id], documentId);
      const second = { ids: [id], draft: harness.draft, documentId: "questionnaire.2" };
      expect(await claimFiles(harness.storage, second, urlOf)).toBeNull();
    });

    test("once taken cannot be changed or deleted by the visitor", async () => {
      const { id } = await harness.send(sampleFiles.pdf);
      await claimFiles(harness.storage, { ids: [id], draft: harness.draft, documentId }, urlOf);
      expect((await harness.call("DELETE", `/${id}`)).status).toBe(403);
      expect(await harness.bytes(id)).not.toBeNull();
    });

    test("can be removed before, once", async () => {
      const { id } = await harness.send(sampleFiles.pdf);
      expect((await harness.call("DELETE", `/${id}`)).status).toBe(204);
      await expect.poll(() => harness.files()).toEqual([]);
      expect((await harness.call("DELETE", `/${id}`)).status).toBe(404);
    });

    const HOUR = 60 * 60 * 1000;
    const exists = async (): Promise<string> => documentId;
    const missing = async (): Promise<null> => null;
    const silent = (): Promise<null> => Promise.reject(new Error("no answer"));

    test("that nobody takes go after 24 hours, strays too, and not before; begun ones after ten minutes", async () => {
      const { id } = await harness.send(sampleFiles.pdf);
      const begun = { key: randomUUID(), draft: harness.draft, filename: "a.pdf" };
      await harness.create(100, begun);
      if (storage === "disk") writeFileSync(join(harness.directory, "torn.0123456789ab"), "x");
      harness.clock += HOUR / 6 + 10_000;
      expect(await sweepUploads(harness.storage, missing)).toBe(1);
      harness.clock += 23 * HOUR;
      expect(await sweepUploads(harness.storage, missing)).toBe(0);
      expect(await harness.bytes(id)).not.toBeNull();
      harness.clock += 2 * HOUR;
      expect(await sweepUploads(harness.storage, missing)).toBe(storage === "disk" ? 2 : 1);
      expect(harness.files()).toEqual([]);
    });

    test("of a stored submission stay; of one that never was they go; while the store is silent they wait", async () => {
      const { id } = await harness.send(sampleFiles.pdf);
      await claimFiles(harness.storage, { ids: [id], draft: harness.draft, documentId }, urlOf);
      harness.clock += 25 * HOUR;
      expect(await sweepUploads(harness.storage, silent)).toBe(0);
      expect(await sweepUploads(harness.storage, exists)).toBe(0);
      harness.clock += 1000 * HOUR;
      expect(await sweepUploads(harness.storage, missing)).toBe(0);
      const other = await harness.send(sampleFiles.pdf);
      await claimFiles(
        harness.storage,
        { ids: [other.id], draft: harness.draft, documentId: "questionnaire.2" },
        urlOf,
      );
      harness.clock += 25 * HOUR;
      expect(await sweepUploads(harness.storage, missing)).toBe(1);
      expect(await harness.bytes(id)).not.toBeNull();
    });

    test("of a submission that failed go with the next attempt, under whatever id that has", async () => {
      const { id } = await harness.send(sampleFiles.pdf);
      await claimFiles(harness.storage, { ids: [id], draft: harness.draft, documentId }, urlOf);
      const again = { ids: [id], draft: harness.draft, documentId: "questionnaire.2" };
      expect(await claimFiles(harness.storage, again, urlOf)).toHaveLength(1);
      await confirmFiles(harness.storage, [id], documentId);
      expect((await harness.storage.get(id))?.stored?.claim?.confirmed).toBe(false);
      await confirmFiles(harness.storage, [id], "questionnaire.2");
      expect((await harness.storage.get(id))?.stored?.claim?.confirmed).toBe(true);
    });
  });
});
