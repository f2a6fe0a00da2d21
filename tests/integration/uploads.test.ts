import { createHash, randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { toNodeListener } from "content-lake/node";
import * as tus from "tus-js-client";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { AppError } from "../../app/platform/errors.ts";
import { claimFiles, confirmFiles, releaseFiles } from "../../app/submissions/files/claim-files.server.ts";
import { FileStorage } from "../../app/submissions/files/file-storage.server.ts";
import type { FileStorageOptions } from "../../app/submissions/files/file-storage.server.ts";
import { FIRST_CHUNK, MAX_FILE_BYTES } from "../../app/submissions/files/limits.ts";
import { sendFile } from "../../app/submissions/files/send-file.ts";
import { sweepUploads } from "../../app/submissions/files/sweep-uploads.server.ts";
import { createUploadEndpoint } from "../../app/submissions/files/tus-endpoint.server.ts";
import { pdfOfSize, sampleFiles, strangeFiles } from "../support/sample-files.ts";

interface Seen {
  method: string;
  bytes: number;
  status: number;
}

let directory: string;
let storage: FileStorage;
let server: Server;
let endpoint: string;
let seen: Seen[];
let reported: AppError[];
let clock: number;
/** What happens to a request before the endpoint sees it; true means that it was dealt with. */
let interfere: (method: string, socket: { destroy(): void }) => boolean;
const draft = randomUUID();

async function open(options: Partial<FileStorageOptions> = {}) {
  storage = await FileStorage.open({ directory, spare: 0, now: () => new Date(clock), ...options });
  const handle = createUploadEndpoint({
    storage,
    path: "/api/uploads",
    report: (error) => reported.push(error),
  });
  server = createServer(
    toNodeListener(async (request) => {
      const bytes = Number(request.headers.get("content-length") ?? 0);
      const response = await handle(request);
      seen.push({ method: request.method, bytes, status: response.status });
      return response;
    }),
  );
  server.prependListener("request", (request) => {
    if (interfere(request.method ?? "", request.socket)) request.socket.destroy();
  });
  await readdir(directory); // the store makes its directory behind our back
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/uploads`;
}

async function close() {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "uploads-"));
  [seen, reported, clock] = [[], [], Date.now()];
  interfere = () => false;
  await open();
});
afterEach(async () => {
  await close();
  rmSync(directory, { recursive: true });
});

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

function send(bytes: Buffer, options: { name?: string; id?: string; draft?: string; sha256?: string } = {}) {
  const id = options.id ?? randomUUID();
  return new Promise<{ id: string; code: string | null }>((resolve) => {
    sendFile(
      tus,
      {
        source: bytes,
        size: bytes.length,
        name: "brief.pdf",
        draft,
        id,
        sha256: sha256(bytes),
        endpoint,
        ...options,
      },
      {
        onProgress: () => {},
        onDone: () => resolve({ id, code: null }),
        onFailed: ({ code }) => resolve({ id, code }),
      },
    );
  });
}

const metadataHeader = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString("base64")}`)
    .join(",");

function call(method: string, path: string, headers: Record<string, string> = {}, body?: Buffer) {
  return fetch(endpoint + path, {
    method,
    headers: { "tus-resumable": "1.0.0", ...headers },
    ...(body ? { body: new Uint8Array(body) } : {}),
  });
}

describe("requests", () => {
  test("a file of exactly 262,144 bytes takes one", async () => {
    const bytes = pdfOfSize(FIRST_CHUNK);
    const { id, code } = await send(bytes);
    expect(code).toBeNull();
    expect(seen).toEqual([{ method: "POST", bytes: FIRST_CHUNK, status: 201 }]);
    expect(readFileSync(storage.path(id)).equals(bytes)).toBe(true);
  });

  test("one byte more is resumable: created, then a chunk of 262,144 bytes and the rest", async () => {
    expect((await send(pdfOfSize(FIRST_CHUNK + 1))).code).toBeNull();
    expect(seen.map(({ method, bytes }) => [method, bytes])).toEqual([
      ["POST", 0],
      ["PATCH", FIRST_CHUNK],
      ["PATCH", 1],
    ]);
  });

  test("chunks double", async () => {
    const bytes = pdfOfSize(MAX_FILE_BYTES);
    const { id } = await send(bytes);
    const sizes = [1, 2, 4, 8, 16].map((factor) => factor * FIRST_CHUNK);
    const rest = MAX_FILE_BYTES - sizes.reduce((sum, size) => sum + size, 0);
    expect(seen.slice(1).map((request) => request.bytes)).toEqual([...sizes, rest]);
    expect(readFileSync(storage.path(id)).equals(bytes)).toBe(true);
  });
});

describe("what is stored", () => {
  test("has exactly the specified metadata beside its bytes, and survives a restart", async () => {
    const bytes = sampleFiles.docx;
    const { id } = await send(bytes, { name: "Büro plan.docx" });
    const [record] = readdirSync(directory).filter((name) => name.endsWith(".file.json"));
    const { metadata, claim } = JSON.parse(readFileSync(join(directory, record ?? ""), "utf8"));
    expect(claim).toBeNull();
    expect(metadata).toEqual({
      bucket: "uploads",
      generation: String(clock * 1000),
      metageneration: "1",
      fullPath: `questionnaire-files/${clock}-Buro_plan.docx`,
      name: `${clock}-Buro_plan.docx`,
      size: bytes.length,
      timeCreated: new Date(clock).toISOString(),
      updated: new Date(clock).toISOString(),
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
    await close();
    await open();
    expect(storage.get(id)?.stored?.metadata).toEqual(metadata);
  });

  test.each(Object.entries(sampleFiles))("%s", async (extension, bytes) => {
    expect((await send(bytes, { name: `brief.${extension}` })).code).toBeNull();
  });
});

describe("what is refused leaves nothing behind", () => {
  test.each([
    ["a program called .pdf", strangeFiles.program, "brief.pdf", "storage/invalid-format"],
    ["a program as such", strangeFiles.program, "brief.exe", "storage/invalid-format"],
    ["an installer called .doc", strangeFiles.installer, "brief.doc", "storage/invalid-format"],
    ["a page called .gif", strangeFiles.page, "brief.gif", "storage/invalid-format"],
    ["nothing", Buffer.alloc(0), "brief.pdf", "storage/file-empty"],
    ["10 MB and a byte", Buffer.alloc(MAX_FILE_BYTES + 1), "brief.pdf", "storage/file-too-large"],
  ])("%s", async (_what, bytes, name, code) => {
    expect((await send(bytes, { name })).code).toBe(code);
    expect(readdirSync(directory)).toEqual([]);
    expect(storage.ofDraft(draft)).toEqual([]);
    expect(reported.length).toBeGreaterThan(0);
  });

  test("bytes that are not those that were sent", async () => {
    const answer = await send(sampleFiles.pdf, { sha256: sha256(sampleFiles.png) });
    expect(answer.code).toBe("storage/invalid-checksum");
    expect(readdirSync(directory)).toEqual([]);
  });

  test("an eleventh file", async () => {
    for (let round = 0; round < 10; round++) expect((await send(sampleFiles.pdf)).code).toBeNull();
    expect((await send(sampleFiles.pdf)).code).toBe("storage/too-many-files");
    expect((await send(sampleFiles.pdf, { draft: randomUUID() })).code).toBeNull();
    expect(storage.ofDraft(draft)).toHaveLength(10);
  });

  test("more than there is room for, of all and of one address", async () => {
    await close();
    await open({ quota: { total: 1_000_000, perAddress: 500_000 } });
    expect((await send(pdfOfSize(400_000))).code).toBeNull();
    expect((await send(pdfOfSize(100_001))).code).toBe("storage/quota-exceeded");
    await close();
    await open({ quota: { total: 500_000, perAddress: 500_000 } });
    expect((await send(pdfOfSize(100_001))).code).toBe("storage/quota-exceeded");
    await close();
    await open({ spare: Number.MAX_SAFE_INTEGER });
    expect((await send(sampleFiles.pdf)).code).toBe("storage/quota-exceeded");
  });

  test.each([
    ["no key", { draft, filename: "a.pdf" }],
    ["a key that is none", { key: "../../etc/passwd", draft, filename: "a.pdf" }],
    ["a draft that is none", { key: randomUUID(), draft: "x", filename: "a.pdf" }],
    ["a checksum that is none", { key: randomUUID(), draft, filename: "a.pdf", sha256: "x" }],
    ["no name", { key: randomUUID(), draft }],
  ])("%s", async (_what, metadata) => {
    const headers = { "upload-length": "10", "upload-metadata": metadataHeader(metadata) };
    const response = await call("POST", "", headers);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "storage/invalid-argument" });
    expect(readdirSync(directory)).toEqual([]);
  });

  test("a size that is told later", async () => {
    const metadata = metadataHeader({ key: randomUUID(), draft, filename: "a.pdf" });
    const headers = { "upload-defer-length": "1", "upload-metadata": metadata };
    expect((await call("POST", "", headers)).status).toBe(400);
  });

  test("an id that somebody has", async () => {
    const { id } = await send(sampleFiles.pdf);
    const metadata = metadataHeader({ key: id, draft: randomUUID(), filename: "a.pdf" });
    const response = await call("POST", "", { "upload-length": "10", "upload-metadata": metadata });
    expect(response.status).toBe(403);
    expect(readFileSync(storage.path(id)).equals(sampleFiles.pdf)).toBe(true);
  });

  test("no cross-origin page is told that it may", async () => {
    const response = await call("OPTIONS", "", { origin: "https://evil.example" });
    expect(response.headers.get("access-control-allow-origin")).toBeNull();
  });
});

describe("a line that breaks", () => {
  test("before the answer to the making: the upload is found, not made twice", async () => {
    let broken = 0;
    interfere = (method, socket) => {
      if (method !== "POST" || broken++ > 0) return false;
      setTimeout(() => socket.destroy(), 60);
      return false;
    };
    const bytes = pdfOfSize(FIRST_CHUNK);
    const handleSlowly = storage.reserve.bind(storage);
    storage.reserve = async (upload) => {
      await new Promise((resolve) => setTimeout(resolve, 120));
      return handleSlowly(upload);
    };
    const { id, code } = await send(bytes);
    expect(code).toBeNull();
    expect(storage.ofDraft(draft)).toHaveLength(1);
    expect(readFileSync(storage.path(id)).equals(bytes)).toBe(true);
  });

  test("in every third request: the upload still arrives whole", async () => {
    let requests = 0;
    interfere = () => requests++ % 3 === 2;
    const bytes = pdfOfSize(1_500_000);
    const { id, code } = await send(bytes);
    expect(code).toBeNull();
    expect(readFileSync(storage.path(id)).equals(bytes)).toBe(true);
  });

  test("a server that restarts in mid-upload goes on at the stored offset", async () => {
    const id = randomUUID();
    const bytes = pdfOfSize(600_000);
    const metadata = metadataHeader({ key: id, draft, filename: "a.pdf", sha256: sha256(bytes) });
    await call("POST", "", { "upload-length": "600000", "upload-metadata": metadata });
    const patch = (from: number, to: number) =>
      call(
        "PATCH",
        `/${id}`,
        { "upload-offset": String(from), "content-type": "application/offset+octet-stream" },
        bytes.subarray(from, to),
      );
    expect((await patch(0, 250_000)).status).toBe(204);
    await close();
    await open();
    const head = await call("HEAD", `/${id}`);
    expect(head.headers.get("upload-offset")).toBe("250000");
    expect((await patch(0, 10)).status).toBe(409);
    expect((await patch(250_000, 600_000)).status).toBe(204);
    expect(storage.get(id)?.stored?.metadata.size).toBe(600_000);
  });

  test("a crash between the last byte and the check: the next look checks", async () => {
    const id = randomUUID();
    const metadata = { key: id, draft, filename: "a.pdf" };
    const size = String(sampleFiles.pdf.length);
    await call("POST", "", { "upload-length": size, "upload-metadata": metadataHeader(metadata) });
    await close();
    writeFileSync(join(directory, id), sampleFiles.pdf);
    await open();
    expect(storage.get(id)?.stored).toBeNull();
    expect((await call("HEAD", `/${id}`)).status).toBe(200);
    expect(storage.get(id)?.stored?.metadata.contentType).toBe("application/pdf");
  });

  test("a crash that tore the notes: the upload begins anew", async () => {
    const id = randomUUID();
    const metadata = metadataHeader({ key: id, draft, filename: "a.pdf" });
    await call("POST", "", { "upload-length": "100", "upload-metadata": metadata });
    await close();
    writeFileSync(join(directory, `${id}.json`), '{"id":"');
    await open();
    expect((await call("HEAD", `/${id}`)).status).toBe(404);
    expect((await send(sampleFiles.pdf, { id })).code).toBeNull();
  });
});

describe("files and submissions", () => {
  const urlOf = (id: string) => `/admin/files/${id}`;
  const documentId = "questionnaire.6f9619ff-8b86-4d01-b42d-00cf4fc964ff";

  test("are listed in the order asked for, by the names and types that were found", async () => {
    const [first, second] = [await send(sampleFiles.png, { name: "a.png" }), await send(sampleFiles.pdf)];
    const attachments = await claimFiles(storage, { ids: [second.id, first.id], draft, documentId }, urlOf);
    expect(attachments).toEqual([
      { name: "brief.pdf", url: `/admin/files/${second.id}`, type: "application/pdf" },
      { name: "a.png", url: `/admin/files/${first.id}`, type: "image/png" },
    ]);
    expect(storage.get(first.id)?.stored?.metadata.metageneration).toBe("2");
  });

  test("cannot be taken by another draft, another submission, or before they are whole", async () => {
    const { id } = await send(sampleFiles.pdf);
    const other = { ids: [id], draft: randomUUID(), documentId };
    expect(await claimFiles(storage, other, urlOf)).toBeNull();
    expect(await claimFiles(storage, { ids: [id, randomUUID()], draft, documentId }, urlOf)).toBeNull();
    expect(storage.get(id)?.stored?.claim).toBeNull();
    expect(await claimFiles(storage, { ids: [id], draft, documentId }, urlOf)).toHaveLength(1);
    expect(await claimFiles(storage, { ids: [id], draft, documentId }, urlOf)).toHaveLength(1);
    expect(await claimFiles(storage, { ids: [id], draft, documentId: "questionnaire.2" }, urlOf)).toBeNull();
  });

  test("once taken cannot be changed or deleted by the visitor", async () => {
    const { id } = await send(sampleFiles.pdf);
    await claimFiles(storage, { ids: [id], draft, documentId }, urlOf);
    expect((await call("DELETE", `/${id}`)).status).toBe(403);
    expect(existsSync(storage.path(id))).toBe(true);
  });

  test("can be removed before, once", async () => {
    const { id } = await send(sampleFiles.pdf);
    expect((await call("DELETE", `/${id}`)).status).toBe(204);
    await expect.poll(() => readdirSync(directory)).toEqual([]);
    expect((await call("DELETE", `/${id}`)).status).toBe(404);
  });

  const HOUR = 60 * 60 * 1000;
  const exists = async (): Promise<boolean> => true;
  const missing = async (): Promise<boolean> => false;
  const silent = (): Promise<boolean> => Promise.reject(new Error("no answer"));

  test("that nobody takes go after 24 hours, begun ones and strays too, and not before", async () => {
    const { id } = await send(sampleFiles.pdf);
    const begun = metadataHeader({ key: randomUUID(), draft, filename: "a.pdf" });
    await call("POST", "", { "upload-length": "100", "upload-metadata": begun });
    writeFileSync(join(directory, "torn.0123456789ab"), "x");
    clock += 23 * HOUR;
    expect(await sweepUploads(storage, missing)).toBe(0);
    expect(existsSync(storage.path(id))).toBe(true);
    clock += 2 * HOUR;
    expect(await sweepUploads(storage, missing)).toBe(3);
    expect(readdirSync(directory)).toEqual([]);
  });

  test("of a stored submission stay; of one that never was they go; while the store is silent they wait", async () => {
    const { id } = await send(sampleFiles.pdf);
    await claimFiles(storage, { ids: [id], draft, documentId }, urlOf);
    clock += 25 * HOUR;
    expect(await sweepUploads(storage, silent)).toBe(0);
    expect(await sweepUploads(storage, exists)).toBe(0);
    clock += 1000 * HOUR;
    expect(await sweepUploads(storage, missing)).toBe(0);
    const other = await send(sampleFiles.pdf);
    await claimFiles(storage, { ids: [other.id], draft, documentId: "questionnaire.2" }, urlOf);
    clock += 25 * HOUR;
    expect(await sweepUploads(storage, missing)).toBe(1);
    expect(existsSync(storage.path(id))).toBe(true);
  });

  test("of a refused submission wait for the next attempt; a confirmed one keeps them", async () => {
    const { id } = await send(sampleFiles.pdf);
    await claimFiles(storage, { ids: [id], draft, documentId }, urlOf);
    await releaseFiles(storage, [id], documentId);
    expect(storage.get(id)?.stored?.claim).toBeNull();
    await claimFiles(storage, { ids: [id], draft, documentId }, urlOf);
    await confirmFiles(storage, [id], documentId);
    await releaseFiles(storage, [id], documentId);
    expect(storage.get(id)?.stored?.claim?.confirmed).toBe(true);
  });
});
