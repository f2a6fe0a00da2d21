import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, it } from "vitest";
import { root } from "./root.mjs";

const directory = mkdtempSync(join(tmpdir(), "env-file-"));
afterAll(() => rmSync(directory, { recursive: true }));

/** What a process of its own has in its environment after reading this file. */
async function read(file: string, env: Record<string, string> = {}) {
  const module = new URL("env-file.mjs", import.meta.url).href;
  const program = `const { loadEnvFile } = await import(${JSON.stringify(module)});
    loadEnvFile(${JSON.stringify(file)});
    console.log(JSON.stringify([process.env.LOG_LEVEL, process.env.SANITY_PROJECT_ID]));`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--input-type=module", "-e", program],
    // Node's types want NODE_ENV; this process has only what is given here.
    { env: env as unknown as NodeJS.ProcessEnv },
  );
  return JSON.parse(stdout) as unknown;
}

it("gives builds and the server the names of .env, but what the environment says stands", async () => {
  const file = join(directory, ".env");
  writeFileSync(file, "LOG_LEVEL=debug\nSANITY_PROJECT_ID=abc123\n");
  expect(await read(file)).toEqual(["debug", "abc123"]);
  expect(await read(file, { LOG_LEVEL: "error" })).toEqual(["error", "abc123"]);
});

it("does without a file", async () => {
  expect(await read(join(directory, "none"))).toEqual([null, null]);
});

it.each(["content:import", "content:export", "backup", "restore"])(
  "npm run %s says nothing of it",
  async (name) => {
    const { stdout, stderr } = await promisify(execFile)("npm", ["run", "--silent", name, "--", "--help"], {
      cwd: root,
    });
    expect(stdout).toContain(`npm run ${name}`);
    expect(stderr).not.toContain(".env");
  },
);
