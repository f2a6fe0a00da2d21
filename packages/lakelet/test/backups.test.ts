import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { importContent } from "../src/content.ts";
import { createLake } from "../src/index.ts";
import { opened } from "./opened.ts";
import { quarters } from "./pictures.ts";
import { newDirectory, startLake } from "./start-lake.ts";

interface Entry {
  name: string;
  type: string;
  url: string;
}
interface Listing {
  totalFiles: number;
  files: Entry[];
  nextCursor?: string;
}

const lake = opened(() => startLake());
beforeAll(async () => {
  const asset = await lake.writer.assets.upload("file", Buffer.from("text"), { filename: "terms.txt" });
  const file = { _type: "file", asset: { _type: "reference", _ref: asset._id } };
  const picture = await lake.writer.assets.upload("image", await quarters(4, 2).png().toBuffer());
  const image = { _type: "image", asset: { _type: "reference", _ref: picture._id }, alt: "Quarters" };
  const files = [{ ...file, _key: "a" }];
  await lake.writer.create({ _id: "post", _type: "post", title: "Hello", files, image });
  await lake.writer.create({ _id: "drafts.secret.one", _type: "post", title: "Draft" });
});

const ask = (
  path: string,
  { token = lake.lake.tokens.write, ...init }: RequestInit & { token?: string } = {},
) => fetch(`${lake.url}/v2025-08-29${path}`, { ...init, headers: { authorization: `Bearer ${token}` } });
const BASE = "/projects/local/datasets/production";
const list = async (search = "") =>
  (
    (await (await ask(`${BASE}/backups${search}`)).json()) as {
      backups: Array<{ id: string; createdAt: string }>;
    }
  ).backups;
const enable = (enabled: unknown) =>
  ask(`${BASE}/settings/backups`, { method: "PUT", body: JSON.stringify({ enabled }) });
const take = async (): Promise<{ id: string; documents: number; assets: number }> =>
  (await (await ask("/operate/production/backup", { method: "POST" })).json()) as never;
const filesOf = async (id: string): Promise<Listing> =>
  (await (await ask(`${BASE}/backups/${id}`)).json()) as Listing;
const folderOf = (id: string): string => join(lake.directory, "backups", id);

test("a backup a day is made while they are enabled, the first at once", async () => {
  expect(await list()).toEqual([]);
  expect((await enable(true)).status).toBe(204);
  await expect.poll(() => list()).toHaveLength(1);
  expect((await enable(false)).status).toBe(204);
  const [{ id = "", createdAt = "" } = {}] = await list();
  const day = createdAt.slice(0, 10);
  expect(id).toMatch(new RegExp(`^${day}-`));
  expect(await list(`?after=${day}`)).toHaveLength(1);
  expect(await list("?after=2999-01-01")).toEqual([]);
  expect(await list(`?before=${day}`)).toEqual([]);
});

test("its files are downloaded by signed URLs, without a token", async () => {
  const { id, documents, assets } = await take();
  expect([documents, assets]).toEqual([2, 2]);
  const { totalFiles, files } = await filesOf(id);
  expect(totalFiles).toBe(3);
  expect(files.map(({ type }) => type)).toEqual(["document", "image", "file"]);
  const [text = "", , bytes] = await Promise.all(files.map(async ({ url }) => (await fetch(url)).text()));
  expect(text.split("\n").map((line) => (JSON.parse(line) as { _id: string })._id)).toEqual([
    "drafts.secret.one",
    "post",
  ]);
  expect(text).toContain(`"_sanityAsset":"file@file://./files/${files[2]?.name}"`);
  expect(text).toContain(
    `"_sanityAsset":"image@file://./images/${files[1]?.name}","_type":"image","alt":"Quarters"`,
  );
  expect(bytes).toBe("text");
  const url = files[0]?.url ?? "";
  for (const forged of [
    url.replace(/signature=./, "signature=x"),
    url.replace(/expires=\d/, "expires=9"),
    url.replace(id, `${id.slice(0, -1)}x`),
    url.replace("documents-0", "documents-1"),
    url.replace(/\?.*/, ""),
  ])
    expect((await fetch(forged)).status).toBe(401);
  expect((await fetch(url.replace("/local/", "/other/"))).status).toBe(404);
});

test("the folder is imported as an export is, with the names of files", async () => {
  const { id } = await take();
  const copy = await startLake();
  const { writer } = copy;
  await importContent({ client: writer, apiHost: copy.url, source: folderOf(id), operation: "create" });
  expect(
    await writer.fetch(
      `*[_id == "post"][0]{title, "name": files[0].asset->originalFilename, "width": image.asset->metadata.dimensions.width}`,
    ),
  ).toEqual({
    title: "Hello",
    name: "terms.txt",
    width: 4,
  });
  expect(await writer.fetch("count(*)")).toBe(await lake.writer.fetch("count(*)"));
  await copy.stop();
});

test("a backup is the dataset at one moment, and seven are kept", async () => {
  await Promise.all(
    Array.from({ length: 9 }, (_, index) => lake.writer.create({ _id: `note-${index}`, _type: "note" })),
  );
  const made = [];
  for (let index = 0; index < 9; index++) {
    const write = lake.writer.patch("note-0").set({ index }).commit();
    made.push((await take()).id);
    await write;
  }
  const kept = (await list()).map(({ id }) => id);
  expect(new Set(kept)).toEqual(new Set(made.slice(2)));
  const lines = readFileSync(join(folderOf(kept[0] ?? ""), "data.ndjson"), "utf8")
    .trim()
    .split("\n");
  expect(lines).toHaveLength(11);
});

test("what a crash left is removed, and an overdue backup is made, when the lake is opened", async () => {
  const directory = newDirectory();
  const half = join(directory, "backups/2026-01-01-00000000-0000-0000-0000-000000000000.partial");
  mkdirSync(half, { recursive: true });
  writeFileSync(join(directory, "backups/enabled"), "");
  const log = vi.fn();
  const opened = await createLake({ directory, publicUrl: "http://localhost", log });
  expect(existsSync(half)).toBe(false);
  await expect
    .poll(() => log.mock.calls)
    .toEqual([["info", expect.stringMatching(/^Backup .* is complete$/)]]);
  await opened.close();
  expect(readdirSync(join(directory, "backups")).toSorted()).toEqual([
    expect.stringMatching(/^\d{4}-/),
    "enabled",
  ]);
  // With a backup of today nothing is due.
  const again = await createLake({ directory, publicUrl: "http://localhost", log });
  await again.close();
  expect(log).toHaveBeenCalledTimes(1);
  rmSync(directory, { recursive: true });
});

test("a lake that is closed while it makes a backup leaves none", async () => {
  const directory = newDirectory();
  const other = await startLake({ directory });
  await other.writer.create({ _id: "a", _type: "note" });
  const request = new Request(`${other.url}/v1/operate/production/backup`, {
    method: "POST",
    headers: { authorization: `Bearer ${other.lake.tokens.write}` },
  });
  const taken = other.lake.fetch(request);
  await other.stop();
  const names = readdirSync(join(directory, "backups"), { recursive: true }).map(String);
  expect(names.filter((name) => name.endsWith(".partial"))).toEqual([]);
  const isComplete = (await taken).ok;
  expect(names.some((name) => name.endsWith("manifest.json"))).toBe(isComplete);
  rmSync(directory, { recursive: true });
});

describe("what is refused", () => {
  test("everybody but the write token", async () => {
    const { read } = lake.lake.tokens;
    const paths = [`${BASE}/backups`, `${BASE}/backups/2026-01-01-00000000-0000-0000-0000-000000000000`];
    for (const path of paths) {
      expect((await ask(path, { token: read })).status).toBe(403);
      expect((await fetch(`${lake.url}/v1${path}`)).status).toBe(401);
    }
    for (const [method, path] of [
      ["PUT", `${BASE}/settings/backups`],
      ["POST", "/operate/production/backup"],
    ] as const)
      expect((await ask(path, { method, token: read, body: "{}" })).status).toBe(403);
  });

  test.for([
    ["limit=0", 400],
    ["limit=-1", 400],
    ["limit=x", 400],
    ["after=yesterday", 400],
    ["after=2026-13-01", 400],
    ["before=2026-01-01T00:00:00Z", 400],
  ] as const)("%s", async ([search, status]) => {
    expect((await ask(`${BASE}/backups?${search}`)).status).toBe(status);
  });

  test.for(["..", "%2e%2e%2f%2e%2e", "enabled", "x", "2026-01-01-00000000-0000-0000-0000-000000000000"])(
    "the backup %s",
    async (id) => {
      expect((await ask(`${BASE}/backups/${id}`)).status).toBe(404);
    },
  );

  test("a cursor that is none, and a setting that is none", async () => {
    const { id } = await take();
    expect((await ask(`${BASE}/backups/${id}?nextCursor=-1`)).status).toBe(400);
    for (const enabled of [undefined, "true", 1, null]) expect((await enable(enabled)).status).toBe(400);
  });

  test("all of it in memory", async () => {
    const memory = await createLake({ directory: null, publicUrl: "http://localhost" });
    const response = await memory.fetch(
      new Request(`http://localhost/v1${BASE}/backups`, {
        headers: { authorization: `Bearer ${memory.tokens.write}` },
      }),
    );
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("A server with --memory has no backups");
    await memory.close();
  });
});
