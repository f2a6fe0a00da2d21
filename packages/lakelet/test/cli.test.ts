import { spawn } from "node:child_process";
import { globSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { importContent } from "../src/content.ts";
import { newDirectory, startLake } from "./start-lake.ts";
import type { StartedLake } from "./start-lake.ts";

/** The `sanity` command as npm installs it. */
const SANITY = fileURLToPath(new URL("../../../node_modules/@sanity/cli/bin/run.js", import.meta.url));
const PRELOAD = new URL("../src/cli.ts", import.meta.url).href;

let started: StartedLake;
let folder: string;

beforeAll(async () => {
  started = await startLake();
  folder = newDirectory();
});

afterAll(async () => {
  await started.stop();
  rmSync(folder, { recursive: true });
});

function sanity(args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [SANITY, ...args], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      HOME: folder,
      CI: "1",
      LAKELET_URL: started.url,
      SANITY_AUTH_TOKEN: started.lake.tokens.write,
      NODE_OPTIONS: `--import ${PRELOAD}`,
      ...env,
    },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  return new Promise<{ code: number | null; output: string }>((resolve) =>
    child.once("close", (code) => resolve({ code, output })),
  );
}

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
  const backups = () => globSync("backups/*/manifest.json", { cwd: started.directory });
  expect(await sanity(["dataset", "import", "seed.ndjson", ...DATASET])).toMatchObject(
    done("Imported 2 documents"),
  );
  expect(await sanity(["backups", "enable", "production", ...PROJECT])).toMatchObject(
    done("Enabled backups"),
  );
  await expect.poll(backups).toHaveLength(1);
  const id = basename(dirname(backups()[0] ?? ""));
  const [datasets, created, queried, exported, listed, downloaded, disabled] = await Promise.all([
    sanity(["dataset", "list", ...PROJECT]),
    sanity(["documents", "create", "new.json", ...DATASET]),
    sanity(["documents", "query", '*[_type == "post"]{"name": file.asset->originalFilename}', ...DATASET]),
    sanity(["dataset", "export", "production", "out.tar.gz", ...PROJECT]),
    sanity(["backups", "list", "production", ...PROJECT]),
    sanity(["backups", "download", "production", "--backup-id", id, "--out", "backup.tar.gz", ...PROJECT]),
    sanity(["backups", "disable", "production", ...PROJECT]),
  ]);
  expect(listed).toMatchObject(done(id));
  expect(downloaded).toMatchObject(done("Backup download complete"));
  expect(disabled).toMatchObject(done("Disabled daily backups"));
  expect(datasets).toMatchObject(done("production"));
  expect(created).toMatchObject(done("made"));
  expect(queried).toMatchObject(done('"name": "a.txt"'));
  expect(exported).toMatchObject(done("Export finished"));
  expect(statSync(join(folder, "out.tar.gz")).size).toBeGreaterThan(100);
  expect(await sanity(["documents", "delete", "made", ...DATASET])).toMatchObject(done("Deleted 1 document"));
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
});

test("what a lake does not have is said", async () => {
  const [hooks, unset] = await Promise.all([
    sanity(["hooks", "list", ...PROJECT]),
    sanity(["documents", "query", "count(*)", ...DATASET], { LAKELET_URL: "" }),
  ]);
  expect(hooks).toMatchObject(failed(/No such path/));
  expect(unset).toMatchObject(failed(/LAKELET_URL is the address of a lake/));
});
