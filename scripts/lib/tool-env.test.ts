import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { envNames } from "../../app/platform/env.server.ts";

const SECRET = "sk_live_not_for_tools";
const module = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);

/** What a program prints that is started with every name of the configuration in its environment. */
async function print(program: string): Promise<string> {
  const configuration = Object.fromEntries(envNames.map((name) => [name, SECRET]));
  const proxy = { HTTPS_PROXY: "http://proxy.example", npm_config_cache: "/c" };
  const env = { PATH: process.env.PATH, ...proxy, ...configuration } as unknown as NodeJS.ProcessEnv;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program], {
    env,
  });
  return stdout;
}

const child = `["-e", "console.log(JSON.stringify(process.env))"]`;

it("a build sees none of the site's configuration, but what it is given and what tools need", async () => {
  const printed = await print(`
    const { run } = await import(${module("run.mjs")});
    await run("a build", process.execPath, ${child}, { env: { NODE_ENV: "production" } });`);
  expect(printed).not.toContain(SECRET);
  const seen = JSON.parse(printed) as Record<string, string>;
  expect(Object.keys(seen).filter((name) => (envNames as string[]).includes(name))).toEqual(["NODE_ENV"]);
  expect(seen).toMatchObject({ HTTPS_PROXY: "http://proxy.example", npm_config_cache: "/c" });
});

it("the server sees all of it", async () => {
  const printed = await print(`
    const { serverEnv } = await import(${module("tool-env.mjs")});
    console.log(JSON.stringify(serverEnv({ LOG_LEVEL: "warn" })));`);
  const seen = JSON.parse(printed) as Record<string, string>;
  expect(envNames.filter((name) => seen[name] !== SECRET)).toEqual(["LOG_LEVEL"]);
});
