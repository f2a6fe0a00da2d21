import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { claimFiles, confirmFiles, sweepUploads } from "../../app/files/claims.server.ts";
import { FIRST_CHUNK } from "../../app/files/upload-rules.ts";
import { pdfOfSize, sampleFiles } from "../support/sample-files.ts";
import { UploadDesk, sha256 } from "../support/upload-desk.ts";

let desk: UploadDesk;
beforeEach(async () => {
  desk = new UploadDesk();
  await desk.open();
});
afterEach(() => desk.end());

describe("a line that breaks", () => {
  test("before the answer to the making: the upload is found, not made twice", async () => {
    let broken = 0;
    desk.cuts = (method, socket) => {
      if (method !== "POST" || broken++ > 0) return false;
      setTimeout(() => socket.destroy(), 60);
      return false;
    };
    const bytes = pdfOfSize(FIRST_CHUNK);
    const handleSlowly = desk.storage.reserve.bind(desk.storage);
    desk.storage.reserve = async (upload) => {
      await new Promise((resolve) => setTimeout(resolve, 120));
      return handleSlowly(upload);
    };
    const { id, code } = await desk.send(bytes);
    expect(code).toBeNull();
    expect(desk.storage.ofDraft(desk.draft)).toHaveLength(1);
    expect(readFileSync(desk.storage.path(id)).equals(bytes)).toBe(true);
  });

  test("in every third request: the upload still arrives whole", async () => {
    let requests = 0;
    desk.cuts = () => requests++ % 3 === 2;
    const bytes = pdfOfSize(1_500_000);
    const { id, code } = await desk.send(bytes);
    expect(code).toBeNull();
    expect(readFileSync(desk.storage.path(id)).equals(bytes)).toBe(true);
  });

  test.each([503, 429, 403])(
    "and a %i to the question what is there: it is asked again, nothing is made anew",
    async (status) => {
      const asked: string[] = [];
      let patches = 0;
      desk.cuts = (method) => method === "PATCH" && patches++ === 1;
      desk.refuses = (method) => {
        asked.push(method);
        return method === "HEAD" && asked.filter((one) => one === "HEAD").length === 1 ? status : null;
      };
      const bytes = pdfOfSize(900_000);
      const { id, code } = await desk.send(bytes);
      expect(code).toBeNull();
      expect(asked.filter((method) => method === "POST" || method === "HEAD")).toEqual([
        "POST",
        "HEAD",
        "HEAD",
      ]);
      expect(readFileSync(desk.storage.path(id)).equals(bytes)).toBe(true);
    },
  );

  test("a server that restarts in mid-upload goes on at the stored offset", async () => {
    const id = randomUUID();
    const bytes = pdfOfSize(600_000);
    const metadata = { key: id, draft: desk.draft, filename: "a.pdf", sha256: sha256(bytes) };
    await desk.create(600_000, metadata);
    const patch = (from: number, to: number) =>
      desk.call(
        "PATCH",
        `/${id}`,
        { "upload-offset": String(from), "content-type": "application/offset+octet-stream" },
        bytes.subarray(from, to),
      );
    expect((await patch(0, 250_000)).status).toBe(204);
    await desk.reopen();
    const head = await desk.call("HEAD", `/${id}`);
    expect(head.headers.get("upload-offset")).toBe("250000");
    expect((await patch(0, 10)).status).toBe(409);
    expect((await patch(250_000, 600_000)).status).toBe(204);
    expect(desk.storage.get(id)?.stored?.metadata.size).toBe(600_000);
  });

  test("a crash between the last byte and the check: the next look checks", async () => {
    const id = randomUUID();
    const metadata = { key: id, draft: desk.draft, filename: "a.pdf" };
    const size = sampleFiles.pdf.length;
    await desk.create(size, metadata);
    await desk.close();
    writeFileSync(join(desk.directory, id), sampleFiles.pdf);
    await desk.open();
    expect(desk.storage.get(id)?.stored).toBeNull();
    expect((await desk.call("HEAD", `/${id}`)).status).toBe(200);
    expect(desk.storage.get(id)?.stored?.metadata.contentType).toBe("application/pdf");
  });

  test("a crash that tore the notes: the upload begins anew", async () => {
    const id = randomUUID();
    const metadata = { key: id, draft: desk.draft, filename: "a.pdf" };
    await desk.create(100, metadata);
    await desk.close();
    writeFileSync(join(desk.directory, `${id}.json`), '{"id":"');
    await desk.open();
    expect((await desk.call("HEAD", `/${id}`)).status).toBe(404);
    expect((await desk.send(sampleFiles.pdf, { id })).code).toBeNull();
  });
});

describe("files and submissions", () => {
  const urlOf = (id: string) => `/admin/files/${id}`;
  const documentId = "questionnaire.6f9619ff-8b86-4d01-b42d-00cf4fc964ff";

  test("are listed in the order asked for, by the names and types that were found", async () => {
    const [first, second] = [
      await desk.send(sampleFiles.png, { name: "a.png" }),
      await desk.send(sampleFiles.pdf),
    ];
    const attachments = await claimFiles(
      desk.storage,
      { ids: [second.id, first.id], draft: desk.draft, documentId },
      urlOf,
    );
    expect(attachments).toEqual([
      { name: "brief.pdf", url: `/admin/files/${second.id}`, type: "application/pdf" },
      { name: "a.png", url: `/admin/files/${first.id}`, type: "image/png" },
    ]);
    expect(desk.storage.get(first.id)?.stored?.metadata.metageneration).toBe("2");
  });

  test("cannot be taken by another draft, another submission, or before they are whole", async () => {
    const { id } = await desk.send(sampleFiles.pdf);
    const other = { ids: [id], draft: randomUUID(), documentId };
    expect(await claimFiles(desk.storage, other, urlOf)).toBeNull();
    expect(
      await claimFiles(desk.storage, { ids: [id, randomUUID()], draft: desk.draft, documentId }, urlOf),
    ).toBeNull();
    expect(desk.storage.get(id)?.stored?.claim).toBeNull();
    expect(await claimFiles(desk.storage, { ids: [id], draft: desk.draft, documentId }, urlOf)).toHaveLength(
      1,
    );
    expect(await claimFiles(desk.storage, { ids: [id], draft: desk.draft, documentId }, urlOf)).toHaveLength(
      1,
    );
    await confirmFiles(desk.storage, [id], documentId);
    const second = { ids: [id], draft: desk.draft, documentId: "questionnaire.2" };
    expect(await claimFiles(desk.storage, second, urlOf)).toBeNull();
  });

  test("once taken cannot be changed or deleted by the visitor", async () => {
    const { id } = await desk.send(sampleFiles.pdf);
    await claimFiles(desk.storage, { ids: [id], draft: desk.draft, documentId }, urlOf);
    expect((await desk.call("DELETE", `/${id}`)).status).toBe(403);
    expect(existsSync(desk.storage.path(id))).toBe(true);
  });

  test("can be removed before, once", async () => {
    const { id } = await desk.send(sampleFiles.pdf);
    expect((await desk.call("DELETE", `/${id}`)).status).toBe(204);
    await expect.poll(() => desk.files()).toEqual([]);
    expect((await desk.call("DELETE", `/${id}`)).status).toBe(404);
  });

  const HOUR = 60 * 60 * 1000;
  const exists = async (): Promise<boolean> => true;
  const missing = async (): Promise<boolean> => false;
  const silent = (): Promise<boolean> => Promise.reject(new Error("no answer"));

  test("that nobody takes go after 24 hours, strays too, and not before; begun ones after ten minutes", async () => {
    const { id } = await desk.send(sampleFiles.pdf);
    const begun = { key: randomUUID(), draft: desk.draft, filename: "a.pdf" };
    await desk.create(100, begun);
    writeFileSync(join(desk.directory, "torn.0123456789ab"), "x");
    desk.clock += HOUR / 6 + 1;
    expect(await sweepUploads(desk.storage, missing)).toBe(1);
    desk.clock += 23 * HOUR;
    expect(await sweepUploads(desk.storage, missing)).toBe(0);
    expect(existsSync(desk.storage.path(id))).toBe(true);
    desk.clock += 2 * HOUR;
    expect(await sweepUploads(desk.storage, missing)).toBe(2);
    expect(desk.files()).toEqual([]);
  });

  test("of a stored submission stay; of one that never was they go; while the store is silent they wait", async () => {
    const { id } = await desk.send(sampleFiles.pdf);
    await claimFiles(desk.storage, { ids: [id], draft: desk.draft, documentId }, urlOf);
    desk.clock += 25 * HOUR;
    expect(await sweepUploads(desk.storage, silent)).toBe(0);
    expect(await sweepUploads(desk.storage, exists)).toBe(0);
    desk.clock += 1000 * HOUR;
    expect(await sweepUploads(desk.storage, missing)).toBe(0);
    const other = await desk.send(sampleFiles.pdf);
    await claimFiles(
      desk.storage,
      { ids: [other.id], draft: desk.draft, documentId: "questionnaire.2" },
      urlOf,
    );
    desk.clock += 25 * HOUR;
    expect(await sweepUploads(desk.storage, missing)).toBe(1);
    expect(existsSync(desk.storage.path(id))).toBe(true);
  });

  test("of a submission that failed go with the next attempt, under whatever id that has", async () => {
    const { id } = await desk.send(sampleFiles.pdf);
    await claimFiles(desk.storage, { ids: [id], draft: desk.draft, documentId }, urlOf);
    const again = { ids: [id], draft: desk.draft, documentId: "questionnaire.2" };
    expect(await claimFiles(desk.storage, again, urlOf)).toHaveLength(1);
    await confirmFiles(desk.storage, [id], documentId);
    expect(desk.storage.get(id)?.stored?.claim?.confirmed).toBe(false);
    await confirmFiles(desk.storage, [id], "questionnaire.2");
    expect(desk.storage.get(id)?.stored?.claim?.confirmed).toBe(true);
  });
});
