import { spawn } from "node:child_process";
import { mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newDirectory, startLake } from "./start-lake.ts";
import type { StartedLake } from "./start-lake.ts";

/** The `sanity` command as npm installs it. */
const SANITY = fileURLToPath(new URL("../../node_modules/@sanity/cli/bin/run.js", import.meta.url));
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

test("sanity imports, queries, creates, exports and deletes on a lake", async () => {
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
  expect(await sanity(["dataset", "import", "seed.ndjson", ...DATASET])).toMatchObject(
    done("Imported 2 documents"),
  );
  const [created, queried, exported] = await Promise.all([
    sanity(["documents", "create", "new.json", ...DATASET]),
    sanity(["documents", "query", '*[_type == "post"]{"name": file.asset->originalFilename}', ...DATASET]),
    sanity(["dataset", "export", "production", "out.tar.gz", ...PROJECT]),
  ]);
  expect(created).toMatchObject(done("made"));
  expect(queried).toMatchObject(done('"name": "a.txt"'));
  expect(exported).toMatchObject(done("Export finished"));
  expect(statSync(join(folder, "out.tar.gz")).size).toBeGreaterThan(100);
  expect(await sanity(["documents", "delete", "made", ...DATASET])).toMatchObject(done("Deleted 1 document"));
  const ids = await started.reader.fetch("*[_type in ['post', 'system.release']]._id");
  expect(ids).toEqual(["_.releases.rA", "post"]);
});

test("what a lake does not have is said", async () => {
  const [backups, unset] = await Promise.all([
    sanity(["backups", "list", "production", ...PROJECT]),
    sanity(["documents", "query", "count(*)", ...DATASET], { LAKELET_URL: "" }),
  ]);
  expect(backups).toMatchObject(failed(/No such path/));
  expect(unset).toMatchObject(failed(/LAKELET_URL is the address of a lake/));
});
