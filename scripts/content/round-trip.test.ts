import { existsSync, mkdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { exportContent, importContent } from "lakelet/content";
import { serveLake } from "lakelet/testing";
import type { ServedLake } from "lakelet/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writeFixture } from "../../tests/support/content-fixture.ts";

let folder: string;
let first: ServedLake;
let second: ServedLake;
beforeAll(async () => {
  folder = await writeFixture();
  // Import and export must not use the public URL, which is not reachable here.
  first = await serveLake({ publicUrl: "https://site.invalid" });
  second = await serveLake();
});
afterAll(async () => {
  await first.close();
  await second.close();
  rmSync(folder, { recursive: true, force: true });
});

const into = (
  lake: ServedLake,
  source: string,
  operation: "create" | "createOrReplace" | "createIfNotExists",
) => importContent({ client: lake.client, apiHost: lake.origin, source, operation });

/** Returns the content without times and origins. */
async function contentOf(lake: ServedLake) {
  const documents = await lake.client.fetch<Record<string, unknown>[]>(
    "*[] | order(_id)",
    {},
    { perspective: "raw" },
  );
  const varying = new Set(["_rev", "_createdAt", "_updatedAt", "url", "uploadId"]);
  return documents.map((one) => Object.fromEntries(Object.entries(one).filter(([key]) => !varying.has(key))));
}

test("a folder is imported with images, files, drafts and private documents", async () => {
  expect(await into(first, folder, "create")).toBe(5);
  const project = await first.client.getDocument("project-1");
  expect(project).toMatchObject({
    image: {
      _type: "image",
      alt: "A field",
      asset: { _ref: expect.stringMatching(/^image-[0-9a-f]{40}-30x20-png$/) },
    },
    gallery: [{ _key: "g", asset: { _ref: expect.stringMatching(/^image-[0-9a-f]{40}-30x20-jpg$/) } }],
    terms: { asset: { _ref: expect.stringMatching(/^file-[0-9a-f]{40}-txt$/) } },
  });
  const home = await first.client.getDocument("home");
  expect(home?.["featured"]).toEqual([{ _key: "a", _type: "reference", _ref: "project-1" }]);
  expect(await first.client.fetch("count(*[_type == 'sanity.imageAsset'])")).toBe(2);
});

test("what is exported from one lake is the same in another", async () => {
  const target = join(folder, "export.tar.gz");
  expect(
    await exportContent({ client: first.client, apiHost: first.origin, dataset: "production", target }),
  ).toEqual({ documents: 5, assets: 3 });
  expect(statSync(target).mode & 0o077).toBe(0);
  expect(existsSync(`${target}.partial`)).toBe(false);

  expect(await into(second, target, "create")).toBe(5);
  expect(await contentOf(second)).toEqual(await contentOf(first));
  const urls = await second.client.fetch<string[]>(
    "*[_type in ['sanity.imageAsset', 'sanity.fileAsset']].url",
  );
  expect(urls).toHaveLength(3);
  for (const url of urls) expect((await fetch(url, { method: "HEAD" })).status).toBe(200);
});

test("existing documents stop the import, are kept, or are overwritten", async () => {
  const file = join(folder, "data.ndjson");
  await first.client.patch("project-1").set({ title: "Edited" }).commit();
  await expect(into(first, file, "create")).rejects.toThrow(/already exists/);
  expect((await first.client.getDocument("project-1"))?.["title"]).toBe("Edited");
  await into(first, file, "createIfNotExists");
  expect((await first.client.getDocument("project-1"))?.["title"]).toBe("Edited");
  await into(first, file, "createOrReplace");
  expect(await first.client.getDocument("project-1")).toMatchObject({
    title: "One",
    image: { asset: { _ref: expect.stringContaining("image-") } },
  });
});

test("an export that fails leaves no file", async () => {
  const target = join(folder, "missing/export.tar.gz");
  const request = { client: first.client, apiHost: first.origin, dataset: "production", target };
  await expect(exportContent(request)).rejects.toThrow(/ENOENT/);
  mkdirSync(join(folder, "there"));
  const wrong = { ...request, dataset: "other", target: join(folder, "there/export.tar.gz") };
  await expect(exportContent(wrong)).rejects.toThrow(/other/);
  expect([existsSync(wrong.target), existsSync(`${wrong.target}.partial`)]).toEqual([false, false]);
});
