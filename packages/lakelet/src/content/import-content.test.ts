import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { createClient } from "@sanity/client";
import type { SanityClient } from "@sanity/client";
import { packTar } from "modern-tar";
import type { TarEntry } from "modern-tar";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { opened } from "../../test/opened.ts";
import { newDirectory } from "../../test/start-lake.ts";
import { startLake } from "../testing/index.ts";
import { importContent } from "./import-content.ts";
import { ARCHIVE_LIMITS } from "./source.ts";

const lake = opened(() => startLake());
let client: SanityClient;
let folder: string;
const { TMPDIR } = process.env;
const LIMITS = { ...ARCHIVE_LIMITS };

beforeAll(async () => {
  client = createClient({ ...lake.clientConfig, perspective: "raw" });
});
beforeEach(() => {
  folder = newDirectory();
  mkdirSync(join(folder, "tmp"));
  process.env["TMPDIR"] = join(folder, "tmp");
});
afterEach(() => {
  if (TMPDIR === undefined) delete process.env["TMPDIR"];
  else process.env["TMPDIR"] = TMPDIR;
  rmSync(folder, { recursive: true });
  Object.assign(ARCHIVE_LIMITS, LIMITS);
  lake.reset();
});

const NOTE = { _id: "a", _type: "note" };
const DATA = { header: { name: "export/data.ndjson", size: 0 }, body: JSON.stringify(NOTE) };
const entry = ({ header, body }: TarEntry): TarEntry => ({
  header: { ...header, size: String(body ?? "").length },
  ...(body === undefined ? {} : { body }),
});

/** Writes an archive of these entries. Returns its path. */
async function archive(...entries: TarEntry[]): Promise<string> {
  const path = join(folder, "export.tar.gz");
  writeFileSync(
    path,
    gzipSync(
      await packTar([...(entries[0]?.header.name === DATA.header.name ? [] : [DATA]), ...entries].map(entry)),
    ),
  );
  return path;
}

const bring = (source: string) =>
  importContent({ client, apiHost: lake.url, source, operation: "createOrReplace" });

/** Imports what is rejected. Returns why, and what is there afterwards. */
async function attempt(source: string) {
  const reason = await bring(source).then(
    () => "nothing",
    (error: Error) => error.message,
  );
  return { reason, documents: await client.fetch("count(*)"), left: readdirSync(join(folder, "tmp")) };
}

/** Rejected before anything is written, and nothing is left. */
const rejectedFor = (reason: RegExp) => ({ reason: expect.stringMatching(reason), documents: 0, left: [] });

test("imports an archive with a picture, and leaves nothing behind", async () => {
  const pixel = `<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>`;
  const note = { ...NOTE, picture: { _type: "image", _sanityAsset: "image@file://./images/dot.svg" } };
  const path = await archive(
    { header: { name: "export/data.ndjson", size: 0 }, body: JSON.stringify(note) },
    { header: { name: "export/images/dot.svg", size: 0 }, body: pixel },
  );
  expect(await bring(path)).toBe(1);
  expect(await client.fetch(`*[_id == "a"][0].picture.asset->extension`)).toBe("svg");
  expect(readdirSync(join(folder, "tmp"))).toEqual([]);
});

test.each([
  ["a path above it", { name: "../escaped.txt" }, /outside/],
  ["a path above it, further in", { name: "export/images/../../../escaped.txt" }, /outside/],
  ["a link", { name: "export/images/x.png", type: "symlink", linkname: "/etc/passwd" }, /has a symlink/],
  ["a link to a folder", { name: "export/images", type: "symlink", linkname: "/etc" }, /has a symlink/],
  ["a hard link", { name: "export/images/x.png", type: "link", linkname: "/etc/passwd" }, /has a link/],
  ["a device", { name: "export/files/x", type: "character-device" }, /has a character-device/],
  ["a pipe", { name: "export/files/x", type: "fifo" }, /has a fifo/],
] as const)("takes no archive with %s", async (_, header, reason) => {
  expect(await attempt(await archive({ header: { ...header, size: 0 } }))).toEqual(rejectedFor(reason));
});

test("stops unpacking what becomes too large, or too many files", async () => {
  Object.assign(ARCHIVE_LIMITS, { least: 1024 * 1024, growth: 2 });
  const zeros = { header: { name: "export/files/zeros", size: 0 }, body: "0".repeat(8 * 1024 * 1024) };
  expect(await attempt(await archive(zeros))).toEqual(rejectedFor(/unpacks to more than 1 MB/));
  Object.assign(ARCHIVE_LIMITS, { entries: 3 });
  const many = Array.from({ length: 4 }, (_, n) => ({
    header: { name: `export/files/${n}`, size: 0 },
    body: "x",
  }));
  expect(await attempt(await archive(...many))).toEqual(rejectedFor(/more than 3 entries/));
});

test.each([
  ["by its address", (secret: string) => JSON.stringify({ _sanityAsset: `file@${pathToFileURL(secret)}` })],
  ["by a way up", () => `{"_sanityAsset":"file@file://./../secret.txt"}`],
  ["in a key with an escape", () => `{"\\u005fsanityAsset":"file@file://./../secret.txt"}`],
  ["as a device", () => `{"_sanityAsset":"file@file:///dev/zero"}`],
])("reads no file outside the folder, named %s", async (_, file) => {
  const inner = join(folder, "export");
  mkdirSync(inner);
  writeFileSync(join(folder, "secret.txt"), "secret");
  const note = `{"_id":"a","_type":"note","file":${file(join(folder, "secret.txt"))}}\n`;
  writeFileSync(join(inner, "data.ndjson"), note);
  expect(await attempt(inner)).toEqual(rejectedFor(/not in the folder/));
  expect(await attempt(join(inner, "data.ndjson"))).toEqual(rejectedFor(/not in the folder/));
});

test("follows no link out of a folder, and opens no pipe", async () => {
  mkdirSync(join(folder, "export/files"), { recursive: true });
  writeFileSync(join(folder, "export/data.ndjson"), JSON.stringify(NOTE));
  writeFileSync(join(folder, "secret.txt"), "secret");
  symlinkSync(join(folder, "secret.txt"), join(folder, "export/files/x.txt"));
  expect(await attempt(join(folder, "export"))).toEqual(rejectedFor(/not in the folder/));
  rmSync(join(folder, "export/files/x.txt"));
  execFileSync("mkfifo", [join(folder, "export/files/pipe")]);
  expect(await attempt(join(folder, "export"))).toEqual(rejectedFor(/not a file/));
});
