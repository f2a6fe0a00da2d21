import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { CHROMIUM_ARGS } from "../support/chromium-args.ts";
import { freePort } from "../support/ports.ts";

/** Runs the recipe "A Studio in Playwright" as it is printed; only ports and browser are those of this machine. */
const ROOT = join(import.meta.dirname, "../..");
const BIN = join(ROOT, "node_modules/.bin");
const recipes = readFileSync(join(ROOT, "packages/lakelet/docs/recipes.md"), "utf8");
const recipe = recipes.split("\n## ").find((part) => part.startsWith("A Studio in Playwright")) ?? "";
const files = Array.from(
  recipe.matchAll(/^```ts\n\/\/ (\S+)\n([^]*?)^```$/gm),
  ([, path = "", code = ""]) => ({
    path,
    code,
  }),
);
const [, seed = ""] = /^```json\n(.+)\n```$/m.exec(recipes) ?? [];

const executablePath = process.env["CHROMIUM_PATH"];
const launchOptions = { args: CHROMIUM_ARGS, ...(executablePath ? { executablePath } : {}) };
const OURS = `import printed from "./playwright.config.ts";
export default { ...printed, use: { ...printed.use, launchOptions: ${JSON.stringify(launchOptions)} } };`;

let folder: string;

beforeAll(async () => {
  // Below the repository, whose packages are those of the folder.
  mkdirSync(join(ROOT, ".cache"), { recursive: true });
  folder = mkdtempSync(join(ROOT, ".cache/recipe-"));
  symlinkSync(join(ROOT, "studio/node_modules"), join(folder, "node_modules"));
  const [lake, studio] = [String(await freePort()), String(await freePort())];
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text.replaceAll("3900", lake).replaceAll("3333", studio));
  };
  const dependencies = { sanity: "*", "styled-components": "*" };
  write("package.json", JSON.stringify({ private: true, type: "module", dependencies }));
  write("e2e/content.ndjson", seed);
  for (const { path, code } of files) write(path, code);
  write("ours.config.ts", OURS);
});

afterAll(() => rmSync(folder, { recursive: true }));

it("a Studio is signed in to, edited and published", async () => {
  expect(files.map(({ path }) => path)).toContain("playwright.config.ts");
  const child = spawn(join(BIN, "playwright"), ["test", "--config", "ours.config.ts", "--reporter", "list"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, CI: "1", HOME: folder, PATH: `${BIN}:${process.env["PATH"]}` },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  const code = await new Promise((resolve) => child.once("close", resolve));
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining("2 passed") });
});
