import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import { envNames } from "../../app/platform/env.server.ts";
import { root } from "./run.mjs";

const exec = promisify(execFile);
const module = JSON.stringify(new URL("run.mjs", import.meta.url).href);

/** Runs a program in a process of its own that has only `env`, and returns the JSON that it prints. */
async function print(program: string, env: Record<string, string>): Promise<unknown> {
  const { stdout } = await exec(process.execPath, ["--input-type=module", "-e", program], {
    // Node's types want NODE_ENV.
    env: env as unknown as NodeJS.ProcessEnv,
  });
  return JSON.parse(stdout);
}

describe("the environment", () => {
  const SECRET = "sk_live_not_for_tools";
  const configuration = {
    PATH: process.env.PATH ?? "",
    HTTPS_PROXY: "http://proxy.example",
    npm_config_cache: "/c",
    ...Object.fromEntries(envNames.map((name) => [name, SECRET])),
  };

  it("of a build has the proxy and what it is given, and none of the site's configuration", async () => {
    const child = `["-e", "console.log(JSON.stringify(process.env))"]`;
    const program = `const { run } = await import(${module});
      await run("a build", process.execPath, ${child}, { env: { NODE_ENV: "production" } });`;
    const seen = (await print(program, configuration)) as Record<string, string>;
    expect(JSON.stringify(seen)).not.toContain(SECRET);
    expect(Object.keys(seen).filter((name) => (envNames as string[]).includes(name))).toEqual(["NODE_ENV"]);
    expect(seen).toMatchObject({ HTTPS_PROXY: "http://proxy.example", npm_config_cache: "/c" });
  });

  it("of the server has all of it", async () => {
    const program = `const { serverEnv } = await import(${module});
      console.log(JSON.stringify(serverEnv({ LOG_LEVEL: "warn" })));`;
    const seen = (await print(program, configuration)) as Record<string, string>;
    expect(envNames.filter((name) => seen[name] !== SECRET)).toEqual(["LOG_LEVEL"]);
  });
});

describe(".env", () => {
  const directory = mkdtempSync(join(tmpdir(), "env-file-"));
  afterAll(() => rmSync(directory, { recursive: true }));

  const read = (file: string, env: Record<string, string> = {}) =>
    print(
      `const { loadEnvFile } = await import(${module});
      loadEnvFile(${JSON.stringify(file)});
      console.log(JSON.stringify([process.env.LOG_LEVEL, process.env.SANITY_PROJECT_ID]));`,
      env,
    );

  it("is read, but variables that are set already win", async () => {
    const file = join(directory, ".env");
    writeFileSync(file, "LOG_LEVEL=debug\nSANITY_PROJECT_ID=abc123\n");
    expect(await read(file)).toEqual(["debug", "abc123"]);
    expect(await read(file, { LOG_LEVEL: "error" })).toEqual(["error", "abc123"]);
  });

  it("is optional", async () => {
    expect(await read(join(directory, "none"))).toEqual([null, null]);
  });

  it.each(["content:import", "backup"])("is not mentioned by npm run %s", async (name) => {
    const { stdout, stderr } = await exec("npm", ["run", "--silent", name, "--", "--help"], { cwd: root });
    expect(stdout).toContain(`npm run ${name}`);
    expect(stderr).not.toContain(".env");
  });
});
