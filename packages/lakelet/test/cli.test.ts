import { execFile } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { importContent } from "../src/content.ts";
import { PRELOAD, WATCH, sanityCommand } from "./sanity-command.ts";
import type { SanityCommand } from "./sanity-command.ts";
import { newDirectory, startLake } from "./start-lake.ts";
import type { StartedLake } from "./start-lake.ts";

let started: StartedLake;
let folder: string;
let sanity: SanityCommand["run"];
let runAll: SanityCommand["runAll"];
let connected: SanityCommand["connected"];

beforeAll(async () => {
  started = await startLake();
  folder = newDirectory();
  ({
    run: sanity,
    runAll,
    connected,
  } = sanityCommand({ url: started.url, token: started.lake.tokens.write }, folder));
});

afterAll(async () => {
  await started.stop();
  rmSync(folder, { recursive: true });
});

const HERE = ["127.0.0.1"];

const PROJECT = ["--project-id", "local"];
const DATASET = ["--dataset", "production", ...PROJECT];
const done = (output: string) => ({ code: 0, output: expect.stringContaining(output) });
const failed = (output: RegExp) => ({ code: 1, output: expect.stringMatching(output) });

test("sanity imports, queries, creates, exports, backs up and deletes on a lake", async () => {
  const release = {
    _id: "_.releases.rA",
    _type: "system.release",
    name: "rA",
    state: "active",
    metadata: {},
  };
  const post = {
    _id: "post",
    _type: "post",
    file: { _type: "file", _sanityAsset: "file@file://./files/a.txt" },
  };
  mkdirSync(join(folder, "files"));
  writeFileSync(join(folder, "files/a.txt"), "text");
  writeFileSync(
    join(folder, "seed.ndjson"),
    [post, release].map((one) => `${JSON.stringify(one)}\n`).join(""),
  );
  writeFileSync(join(folder, "new.json"), '{"_id":"made","_type":"post"}');
  const backups = () => globSync("backups/*[!l]/manifest.json", { cwd: started.directory }); // not `….partial`
  const [imported, enabled] = await runAll([
    ["dataset", "import", "seed.ndjson", ...DATASET],
    ["backups", "enable", "production", ...PROJECT],
  ]);
  expect(imported).toMatchObject(done("Imported 2 documents"));
  expect(enabled).toMatchObject(done("Enabled backups"));
  await expect.poll(backups).toHaveLength(1);
  const id = basename(dirname(backups()[0] ?? ""));
  const [datasets, created, queried, exported, listed, downloaded, disabled, deleted] = await runAll([
    ["dataset", "list", ...PROJECT],
    ["documents", "create", "new.json", ...DATASET],
    ["documents", "query", '*[_type == "post"]{"name": file.asset->originalFilename}', ...DATASET],
    ["dataset", "export", "production", "out.tar.gz", ...PROJECT],
    ["backups", "list", "production", ...PROJECT],
    ["backups", "download", "production", "--backup-id", id, "--out", "backup.tar.gz", ...PROJECT],
    ["backups", "disable", "production", ...PROJECT],
    ["documents", "delete", "made", ...DATASET],
  ]);
  expect(listed).toMatchObject(done(id));
  expect(downloaded).toMatchObject(done("Backup download complete"));
  expect(disabled).toMatchObject(done("Disabled daily backups"));
  expect(datasets).toMatchObject(done("production"));
  expect(created).toMatchObject(done("made"));
  expect(queried).toMatchObject(done('"name": "a.txt"'));
  expect(exported).toMatchObject(done("Export finished"));
  expect(deleted).toMatchObject(done("Deleted 1 document"));
  expect(statSync(join(folder, "out.tar.gz")).size).toBeGreaterThan(100);
  const ids = await started.reader.fetch("*[_type in ['post', 'system.release']]._id");
  expect(ids).toEqual(["_.releases.rA", "post"]);
  const copy = await startLake();
  await importContent({
    client: copy.writer,
    apiHost: copy.url,
    source: join(folder, "backup.tar.gz"),
    operation: "create",
  });
  expect(await copy.writer.fetch("*[_type in ['post', 'system.release']]._id")).toEqual(ids);
  expect(await copy.writer.fetch("*[_id == 'post'][0].file.asset->size")).toBe(4);
  await copy.stop();
  expect(connected()).toEqual(HERE);
});

const MIGRATION = `export default {
  title: "Rename",
  documentTypes: ["renamed"],
  migrate: { document: () => [{ path: ["title"], op: { type: "set", value: "New" } }] },
};`;

test("a migration changes the lake, and nothing leaves this machine", async () => {
  const cwd = join(folder, "studio");
  mkdirSync(join(cwd, "migrations/rename"), { recursive: true });
  writeFileSync(join(cwd, "migrations/rename/index.js"), MIGRATION);
  writeFileSync(
    join(cwd, "sanity.cli.js"),
    `export default { api: { projectId: "local", dataset: "production" } };`,
  );
  await started.writer.create({ _id: "renamed", _type: "renamed", title: "Old" });
  const migrate = ["migrations", "run", "rename", "--no-dry-run", "--no-confirm"];
  const migrated = await sanity([...migrate, "--project", "local", "--dataset", "production"], {}, cwd);
  expect(migrated).toMatchObject(done("1 transactions committed"));
  expect(await started.writer.getDocument("renamed")).toMatchObject({ title: "New" });
  expect(connected()).toEqual(HERE);
});

const run = promisify(execFile);

/** Makes a request as some part of the command might. */
const script = (code: string, type = "module") =>
  run(process.execPath, ["--input-type", type, "--eval", code], {
    cwd: import.meta.dirname,
    env: {
      ...process.env,
      LAKELET_URL: started.url,
      NODE_OPTIONS: `--import ${WATCH} --import ${PRELOAD}`,
      WATCHED_HOSTS: join(folder, "watched.txt"),
    },
  }).catch((error: unknown) => error as { stdout: string; stderr: string });

test.each([
  [
    "fetch, for another host",
    `fetch("https://www.sanity.io/x").catch(({ message }) => console.log(message))`,
  ],
  [
    "fetch, for hosted assets of an organization",
    `fetch("https://core.sanity-cdn.com/x").catch(({ message }) => console.log(message))`,
  ],
  ["node:https", `(await import("node:https")).get("https://local.api.sanity.io/v1/ping")`],
  [
    "request of undici",
    `const { request } = (await import("node:module")).createRequire(import.meta.resolve("get-it/package.json"))("undici"); await request("https://local.api.sanity.io/v1/ping")`,
  ],
])("never sends a request to Sanity by %s", async (_, code) => {
  const { stdout, stderr } = await script(code);
  expect(stdout + stderr).toMatch(
    /A lake has nothing like [\w.-]+\.(?:io|com); lakelet\/cli sent no request/,
  );
});

test("plain fetch reaches the lake, with a Request too, and its bytes of assets", async () => {
  const code = `
    const url = "https://local.api.sanity.io/v2025-02-19/data/ping/production";
    const cdn = await fetch("https://cdn.sanity.io/files/local/production/none.txt");
    const other = await fetch("https://other.api.sanity.io/v2025-02-19/data/query/production?query=1");
    console.log((await fetch(url)).status, (await fetch(new Request(url))).status, cdn.status, other.status);`;
  const { stdout } = await script(code);
  expect(stdout.trim()).toBe("200 200 404 404");
});

test("an undici that is loaded otherwise reaches the lake, too", async () => {
  const code = `
    const { fetch } = (await import("node:module")).createRequire(import.meta.resolve("get-it/package.json"))("undici");
    console.log((await fetch("https://local.api.sanity.io/v1/ping")).status);`;
  expect((await script(code)).stdout.trim()).toBe("200");
});

test("an import of version 6 asks for files of a lake without TLS", async () => {
  const module = join(folder, "node_modules/@sanity/import/dist/util/urlExists.js");
  mkdirSync(dirname(module), { recursive: true });
  writeFileSync(
    module,
    `import { request } from 'node:https';
    const { protocol, hostname, port, pathname: path } = new URL(process.env.LAKELET_URL + "/v1/ping");
    request({ protocol, hostname, port, path }, ({ statusCode }) => console.log(statusCode)).end();`,
  );
  writeFileSync(join(folder, "node_modules/@sanity/import/package.json"), `{"type":"module"}`);
  expect((await script(`await import(${JSON.stringify(module)})`)).stdout.trim()).toBe("200");
});

test("tests of Playwright, which compiles modules by itself, reach the lake, too", async () => {
  const tests = mkdtempSync(join(import.meta.dirname, ".playwright-"));
  const client = `{ projectId: "local", dataset: "production", apiVersion: "2025-02-19", useCdn: false, token: "${started.lake.tokens.read}" }`;
  writeFileSync(
    join(tests, "lake.spec.ts"),
    `import { createClient } from "@sanity/client";
    import { expect, test } from "@playwright/test";
    test("asks", async () => expect(await createClient(${client}).fetch("1 + 1")).toBe(2));`,
  );
  const playwright = createRequire(import.meta.url).resolve("@playwright/test/cli");
  const env = { ...process.env, NODE_OPTIONS: `--import ${PRELOAD}`, LAKELET_URL: started.url };
  try {
    const { stdout } = await run(process.execPath, [playwright, "test", "--reporter", "line"], {
      cwd: tests,
      env,
    });
    expect(stdout).toContain("1 passed");
  } finally {
    rmSync(tests, { recursive: true });
  }
});

test("without a lake's address nothing is sent", async () => {
  const unset = await sanity(["documents", "query", "count(*)", ...DATASET], { LAKELET_URL: "" });
  expect(unset).toMatchObject(failed(/LAKELET_URL is the address of a lake/));
});
