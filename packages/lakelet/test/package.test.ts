import { execFile, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { publint } from "publint";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readTokens } from "./lake-process.ts";
import { newDirectory } from "./start-lake.ts";
import { clientOn } from "./start-lake.ts";

const run = promisify(execFile);
const build = fileURLToPath(new URL("../scripts/build-package.mjs", import.meta.url));
const dist = fileURLToPath(new URL("../dist", import.meta.url));

/** The packed package, installed alone: `npm pack`, then `npm install` in an empty folder. */
let folder: string;
let packed: { size: number; files: Array<{ path: string }> };
/** With this process's Node first, which the command's `#!/usr/bin/env node` finds. */
const env = { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env["PATH"]}` };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "lake-package-"));
  await run(process.execPath, [build]);
  const { stdout } = await run("npm", ["pack", dist, "--json", "--pack-destination", folder], {
    cwd: folder,
  });
  const [tarball] = JSON.parse(stdout) as Array<typeof packed & { filename: string }>;
  if (!tarball) throw new Error("npm pack made no file");
  packed = tarball;
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  const install = ["install", tarball.filename, "--prefer-offline", "--no-audit", "--no-fund"];
  await run("npm", install, { cwd: folder, env });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts the installed command. Resolves with its address once it listens. */
async function startInstalled(directory: string, ...options: string[]) {
  const args = ["--data", directory, "--port", "0", ...options];
  const command = join(folder, "node_modules/.bin/lakelet");
  const child = spawn(command, args, { cwd: folder, env, stdio: ["ignore", "pipe", "inherit"] });
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    child.once("exit", (status) => reject(new Error(`The command ended with ${status}`)));
    createInterface({ input: child.stdout }).on("line", (line) => {
      const [, found] = / at (http:\S+)$/.exec(line) ?? [];
      if (found) resolve(found);
    });
  });
  const kill = async (): Promise<void> => {
    child.kill("SIGKILL");
    await exited;
  };
  return { client: clientOn(url, { token: readTokens(directory).write }), kill };
}

test("the package is small and has no tests, no TypeScript source and nothing of the site", () => {
  const paths = packed.files.map(({ path }) => path);
  expect(paths).toContain("README.md");
  expect(paths).toContain("LICENSE");
  expect(paths.filter((path) => /\.test\.|(?<!\.d)\.ts$|^(?:app|server)\//.test(path))).toEqual([]);
  expect(packed.size).toBeLessThan(190_000);
});

test("publint finds nothing wrong with the package", async () => {
  const { messages } = await publint({ pkgDir: dist, pack: false, strict: true });
  expect(messages).toEqual([]);
});

test("the installed command keeps a document through kill -9", async () => {
  const directory = newDirectory();
  let running = await startInstalled(directory);
  try {
    const created = await running.client.create({ _id: "kept", _type: "note", text: "still here" });
    await running.kill();
    running = await startInstalled(directory);
    expect(await running.client.getDocument("kept")).toEqual(created);
  } finally {
    await running.kill();
    rmSync(directory, { recursive: true, force: true });
  }
});

const CONSUMER = `import { createLake } from "lakelet";
import { exportContent, importContent } from "lakelet/content";
import { toNodeListener } from "lakelet/node";
import { lakeStudio } from "lakelet/studio";
import { startLake } from "lakelet/testing";

export const { apiHost }: { apiHost: string } = lakeStudio("http://localhost");
// @ts-expect-error a lake has an address
lakeStudio();
// @ts-expect-error an import has a source
await importContent({ operation: "create" });
// @ts-expect-error an export has a target
await exportContent({ dataset: "production" });
export const url: string = (await startLake({ port: 0 })).url;
// @ts-expect-error a number is no seed
await startLake({ seed: 1 });
const lake = await createLake({ directory: "lake", publicUrl: "http://localhost" });
toNodeListener(lake);
export const token: string = lake.tokens.write;
// @ts-expect-error a number is no directory
await createLake({ directory: 1, publicUrl: "http://localhost" });
`;

const TESTS = `import { startLake } from "lakelet/testing";
import { createClient } from "@sanity/client";

const lake = await startLake({ seed: [{ _id: "a", _type: "note" }] });
const client = createClient(lake.clientConfig);
await client.delete("a");
lake.reset();
console.log(await client.fetch("*[]._id"));
await lake.close();
`;

test("the installed package runs in a test of the consumer", async () => {
  writeFileSync(join(folder, "tests.js"), TESTS);
  const { stdout } = await run(process.execPath, ["tests.js"], { cwd: folder });
  expect(stdout.trim()).toBe("[ 'a' ]");
});

test("strangers' queries run in a process of the installed package", async () => {
  const directory = newDirectory();
  const { client, kill } = await startInstalled(directory, "--public-read");
  try {
    await client.create({ _id: "a", _type: "note" });
    expect(await client.withConfig({ token: "" }).fetch("*[]._id")).toEqual(["a"]);
  } finally {
    await kill();
    rmSync(directory, { recursive: true, force: true });
  }
});

test("its types are found, and are not any", async () => {
  writeFileSync(join(folder, "consumer.ts"), CONSUMER);
  const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
  const types = ["--types", "node", "--typeRoots", join(dirname(dirname(dirname(tsc))), "@types")];
  const options = ["--strict", "--noEmit", "--skipLibCheck", "--module", "nodenext", "--target", "es2024"];
  const { stdout } = await run(process.execPath, [tsc, ...options, ...types, "consumer.ts"], {
    cwd: folder,
  }).catch((error: unknown) => error as { stdout: string });
  expect(stdout).toBe("");
});
