import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { isInstalled } from "../../scripts/lib/install.mjs";
import { root, toolEnv } from "../../scripts/lib/run.mjs";
import { freePort } from "../support/ports.ts";
import { WAIT, WAIT_MS } from "../support/timeouts.ts";

// The commands of package.json, as a person or a service manager starts and stops them.

const directory = mkdtempSync(join(tmpdir(), "commands-"));
const started: ChildProcess[] = [];
afterEach(() => {
  for (const { pid } of started.splice(0))
    if (pid && commandsOf(pid).length > 0) process.kill(-pid, "SIGKILL");
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Returns the command lines of a group's processes; of one that has ended and waits for init to notice there is none. */
function commandsOf(group: number): string[] {
  const { stdout } = spawnSync("ps", ["-A", "-o", "pgid=,stat=,args="], { encoding: "utf8" });
  return stdout.split("\n").flatMap((line) => {
    const [, pgid, state = "", command = ""] = /^\s*(\d+)\s+(\S+)\s+(.*)/.exec(line) ?? [];
    return Number(pgid) === group && !state.startsWith("Z") ? [command] : [];
  });
}

/** A shell that stays beside the command it runs, as some of npm's do: it ends on SIGTERM without passing the signal on. */
const shell = join(directory, "shell");
writeFileSync(shell, '#!/bin/sh\neval "$2"\nexit $?\n', { mode: 0o755 });

/** Runs an npm script in a process group of its own. */
function npm(script: string, port: number) {
  const env = toolEnv({
    npm_config_script_shell: shell,
    PORT: String(port),
    DATA_DIR: join(directory, script),
    DEV_CACHE_DIR: join(directory, "vite"),
  });
  const child = spawn("npm", ["run", script], { cwd: root, env, detached: true });
  started.push(child);
  const output = { text: "" };
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => void (output.text += String(chunk)));
  return { child, group: child.pid ?? 0, output };
}

describe("SIGTERM to npm", () => {
  it.each([
    ["start", /Site +http/],
    ["dev", /Site +http/],
  ])(
    "run %s ends every process that it started",
    async (script, ready) => {
      const { child, group, output } = npm(script, await freePort());
      // dev compiles the site first
      await vi.waitFor(() => expect(output.text).toMatch(ready), { ...WAIT, timeout: 4 * WAIT_MS });
      child.kill("SIGTERM");
      await vi.waitFor(() => expect(commandsOf(group)).toEqual([]), WAIT);
    },
    360_000,
  );

  it("run dev ends them while it is still starting", async () => {
    const { child, group } = npm("dev", await freePort());
    await vi.waitUntil(() => commandsOf(group).some((command) => command.includes("dev/server.ts")), WAIT);
    child.kill("SIGTERM");
    await vi.waitFor(() => expect(commandsOf(group)).toEqual([]), WAIT);
  });
});

it("npm start on a taken port says so before it installs or builds anything", async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
  const { child, output } = npm("start", (taken.address() as AddressInfo).port);
  const code = await new Promise((resolve) => child.once("close", resolve));
  taken.close();
  expect(code).toBe(1);
  expect(output.text).toMatch(/Port \d+ is taken by another program/);
  expect(output.text).not.toMatch(/Building|Installing/);
});

describe("packages", () => {
  const one = { version: "1.0.0", integrity: "sha512-a" };
  const lists = (locked: object, installed: object | null) => {
    const at = mkdtempSync(join(directory, "packages-"));
    writeFileSync(join(at, "package-lock.json"), JSON.stringify({ packages: locked }));
    if (installed) {
      mkdirSync(join(at, "node_modules"));
      writeFileSync(join(at, "node_modules/.package-lock.json"), JSON.stringify({ packages: installed }));
    }
    return isInstalled(at);
  };

  it("that npm ci installed by hand are not installed again", () => {
    expect(isInstalled()).toBe(true);
    const other = { ...one, optional: true };
    expect(
      lists({ "": {}, "node_modules/a": one, "node_modules/other-system": other }, { "node_modules/a": one }),
    ).toBe(true);
  });

  it.each([
    ["are missing", {}],
    ["are not there at all", null],
    ["have another version", { "node_modules/a": { ...one, version: "0.9.0" } }],
    ["have other bytes", { "node_modules/a": { ...one, integrity: "sha512-b" } }],
  ])("that %s are installed", (_name, installed) => {
    expect(lists({ "": {}, "node_modules/a": one }, installed)).toBe(false);
  });
});
