import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createClient } from "@sanity/client";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { documentUrl, isDocumentId, MAX_OPERATION_RETRY_MS, retryWrite } from "./content-store.server.ts";
import { AppError } from "./errors.ts";

const client = createClient({
  projectId: "local",
  dataset: "production",
  apiVersion: "2025-02-19",
  useCdn: false,
});

test.each([
  "siteSettings",
  "drafts.siteSettings",
  "contract.6f9619ff-8b86-4d01-b42d-00cf4fc964ff",
  "_.groups.public",
  "x".repeat(128),
])("%s is an id", (id) => {
  expect(documentUrl(client, id)).toBe(`/data/doc/production/${id}`);
});

test.each([
  "",
  ".",
  "..",
  "-x",
  "a..b",
  "a.",
  ".a",
  "a,b",
  "a/b",
  "a?b",
  "a#b",
  "a%2fb",
  "a\\b",
  "a\0",
  "a\n",
  "a b",
  "a.-b",
  "ä",
  "x".repeat(129),
  "x/../../../../data/query/production?query=*",
])("%j is none", (id) => {
  expect(isDocumentId(id)).toBe(false);
  expect(() => documentUrl(client, id)).toThrow(expect.objectContaining({ code: "bad-request" }));
});

test("returns the path of one document or throws, whatever the input", () => {
  const piece = fc.oneof(
    fc.constantFrom("/", ".", ",", "?", "#", "%", "..", "\\", "\0", "%2e", "%2f", "contract.", "-"),
    fc.string({ unit: "binary", maxLength: 8 }),
    fc.string({ unit: fc.constantFrom(..."aZ09_-."), maxLength: 8 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
      const id = pieces.join("");
      if (!isDocumentId(id)) return void expect(() => documentUrl(client, id)).toThrow("not valid");
      const { pathname, search, hash } = new URL(documentUrl(client, id), "http://store.test");
      expect([pathname, search, hash]).toEqual([`/data/doc/production/${id}`, "", ""]);
    }),
    { numRuns: 2_000 },
  );
});

test("no other module builds such paths", () => {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const found = ["app", "server", "scripts", "packages/lakelet/src"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
      .map((name) => join(folder, name))
      .filter((name) => /\.(?:getDataUrl|getDocuments?)\s*[(<]/.test(readFileSync(join(root, name), "utf8"))),
  );
  expect(found).toEqual(["app/platform/content-store.server.ts"]);
});

test("no write is retried for longer than 120,000 ms, whatever its policy", async () => {
  vi.useFakeTimers({ now: 0 });
  let calls = 0;
  const policy = { attempts: 10_000, firstPauseMs: 1_000, attemptTimeoutMs: 4_000, budgetMs: 1e9 };
  const away = async () => {
    calls++;
    throw new AppError("unavailable", "away");
  };
  let endedAt = Number.NaN;
  const written = retryWrite(away, policy).catch((error: unknown) => {
    endedAt = Date.now();
    return error;
  });
  await vi.advanceTimersByTimeAsync(1e7);
  expect(await written).toMatchObject({ code: "unavailable" });
  vi.useRealTimers();
  expect(MAX_OPERATION_RETRY_MS).toBe(120_000);
  expect(endedAt).toBeLessThanOrEqual(MAX_OPERATION_RETRY_MS);
  expect(calls).toBeGreaterThan(4);
});
