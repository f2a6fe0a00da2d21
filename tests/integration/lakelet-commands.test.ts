import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { serveLake } from "lakelet/testing";
import type { ServedLake } from "lakelet/testing";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";

/**
 * Commands that need a Studio, whose `sanity` lakelet does not have; its own tests run all others, `npm run test:versions` those that only
 * read the Studio's schema.
 */
const STUDIO = fileURLToPath(new URL("../../studio", import.meta.url));
const { resolve } = createRequire(join(STUDIO, "package.json"));
const SANITY = dirname(resolve("@sanity/cli/package.json"));
const PRELOAD = pathToFileURL(resolve("lakelet/cli")).href;
/** Notes the host of every connection: the preload with which lakelet watches all other commands. */
const WATCH = new URL("../../packages/lakelet/test/watch-network.mjs", import.meta.url).href;

const CONFIG = `import { defineConfig } from "sanity";
export default defineConfig({ name: "default", projectId: "local", dataset: "production", schema: { types: [
  { name: "post", type: "document", fields: [{ name: "title", type: "string", validation: (rule) => rule.required() }] },
] } });`;

/** Commands compile all packages of the Studio, which takes 7 s of CPU time each: with AS_BY_DEFAULT, else they import them as Node does. */
const CLI_CONFIG = `export default {
  api: { projectId: "local", dataset: "production" },
  vite: (config) => (process.env.AS_BY_DEFAULT ? config : { ...config, ssr: { noExternal: [/^@sanity\\/cli/] } }),
};`;

let lake: ServedLake;
let folder: string;
let watched: string;

beforeAll(async () => {
  lake = await serveLake();
  folder = mkdtempSync(join(tmpdir(), "studio-"));
  watched = join(folder, "watched.txt");
  writeFileSync(watched, "");
  symlinkSync(join(STUDIO, "node_modules"), join(folder, "node_modules"));
  writeFileSync(
    join(folder, "package.json"),
    `{ "type": "module", "dependencies": { "sanity": "*", "styled-components": "*" } }`,
  );
  writeFileSync(join(folder, "sanity.config.js"), CONFIG);
  writeFileSync(join(folder, "sanity.cli.js"), CLI_CONFIG);
});

afterAll(async () => {
  await lake.close();
  rmSync(folder, { recursive: true });
});

/** Nothing left this machine. Node looks up `localhost`. */
afterEach(() => {
  const hosts = readFileSync(watched, "utf8").trim().split("\n");
  expect(hosts.filter((host) => !/^(?:127\.0\.0\.1|localhost|)$/.test(host))).toEqual([]);
});

function sanity(...args: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [join(SANITY, "bin/run.js"), ...args], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      HOME: folder,
      CI: "1",
      LAKELET_URL: lake.origin,
      SANITY_AUTH_TOKEN: lake.lake.tokens.write,
      NODE_OPTIONS: `--import ${WATCH} --import ${PRELOAD}`,
      WATCHED_HOSTS: watched,
    },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, output })));
}

const says = (output: string, code = 0) => ({ code, output: expect.stringContaining(output) });

it("documents are validated against the Studio's schema", async () => {
  await lake.writer.create({ _id: "bare", _type: "post" });
  await lake.writer.create({ _id: "whole", _type: "post", title: "Title" });
  const validated = await sanity("documents", "validate", "--yes");
  expect(validated).toEqual(says("Validated 2 documents", 1));
  expect(validated.output).toMatch(/Errors:\s+1 document, 1 error/);
});

it("a schema is deployed, listed and deleted", async () => {
  vi.stubEnv("AS_BY_DEFAULT", "1");
  expect(await sanity("schemas", "deploy")).toEqual(says("Deployed 1/1 schemas"));
  vi.unstubAllEnvs();
  expect(await sanity("schemas", "list")).toEqual(says("_.schemas.default"));
  const stored = await lake.writer.getDocument<{ schema: string }>("_.schemas.default");
  expect(stored?.schema).toContain(`"post"`);
  expect(readFileSync(watched, "utf8")).toContain("127.0.0.1");
  const deleted = await sanity("schemas", "delete", "--ids", "_.schemas.default", "--yes");
  expect(deleted).toEqual(says("Successfully deleted 1/1"));
});

it("a Studio is built", async () => {
  const before = lake.requests.length;
  expect(await sanity("build", "--yes", "--no-minify")).toEqual(says("Build Sanity Studio"));
  expect(existsSync(join(folder, "dist/index.html"))).toBe(true);
  expect(lake.requests.slice(before)).toEqual([]);
});

it("a deployment ends before anything is built or sent", async () => {
  const before = lake.requests.length;
  const deployed = await sanity("deploy", "--yes", "--url", "mine");
  expect(deployed).toEqual(says("A lake hosts no Studio", 1));
  expect(lake.requests.slice(before)).toEqual([]);
});
