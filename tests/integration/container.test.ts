import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

// There is no container engine where the tests run, so what can be read is read: that the files agree with the project.

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (name: string) => readFileSync(join(root, name), "utf8");

/** Instructions, continued lines joined: `["COPY", "app app"]`. */
const instructions = read("Dockerfile")
  .replaceAll(/\\\n\s*/g, " ")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line): [string, string] => [line.split(" ", 1)[0] ?? "", line.slice(line.indexOf(" ") + 1)]);
const lastStage = instructions.slice(instructions.findLastIndex(([name]) => name === "FROM"));
const value = (name: string) => lastStage.find(([given]) => given === name)?.[1];

describe("Dockerfile", () => {
  test("stages build on stages that are there", () => {
    const stages = new Set<string>();
    for (const [name, rest] of instructions) {
      if (name === "FROM") {
        const [from = "", , stage = ""] = rest.split(" ");
        expect(from.startsWith("node:${NODE_VERSION}") || stages.has(from)).toBe(true);
        stages.add(stage);
      }
      const copied = /^--from=(\S+)/.exec(rest)?.[1];
      if (name === "COPY" && copied) expect([...stages]).toContain(copied);
    }
    expect([...stages].at(-1)).toBe("site");
  });

  test("copies what is there, and what .dockerignore lets through", () => {
    const ignored = read(".dockerignore").split("\n").filter(Boolean);
    const sources = instructions
      .filter(([name, rest]) => name === "COPY" && !rest.startsWith("--from"))
      .flatMap(([, rest]) => rest.split(" ").slice(0, -1))
      .filter((source) => source !== ".");
    expect(sources.length).toBeGreaterThan(6);
    for (const source of sources) {
      expect([source, existsSync(join(root, source))]).toEqual([source, true]);
      expect(ignored).not.toContain(source.split("/")[0]);
    }
  });

  test("what the image runs is in it", () => {
    for (const name of ["CMD", "HEALTHCHECK"]) {
      const script = /"((?:server|scripts)\/[^"]+)"/.exec(value(name) ?? "")?.[1] ?? "";
      expect([name, existsSync(join(root, script))]).toEqual([name, true]);
    }
    const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
    const run = instructions.flatMap(([, rest]) => /npm run ([\w:]+)/.exec(rest)?.[1] ?? []);
    expect(run).toEqual(["build"]);
    expect(scripts).toHaveProperty("build");
  });

  test("runs as nobody special, with its data in a volume, and stops by the signal that the site knows", () => {
    expect(value("USER")).toBe("node");
    expect(value("VOLUME")).toBe("/data");
    expect(value("ENV")).toContain("DATA_DIR=/data");
    expect(value("STOPSIGNAL")).toBe("SIGTERM");
  });
});

test("no secret gets into the image's context", () => {
  const ignored = read(".dockerignore").split("\n");
  for (const name of [".env", ".env.*", ".data", ".git", "backups"]) expect(ignored).toContain(name);
});

test("compose keeps the root read-only, drops every right and waits for the stop", () => {
  const compose = read("compose.yaml");
  for (const line of ["read_only: true", "- ALL", "no-new-privileges:true", "stop_grace_period: 30s"])
    expect(compose).toContain(line);
});

test("the cluster of compose and the Caddyfile name the same settings and processes", () => {
  const compose = read("compose.yaml");
  const needed = [...read("Caddyfile").matchAll(/\{\$([A-Z_]+)\}/g)].map(([, name]) => name ?? "");
  // Only the cluster on one machine sets these.
  const optional = new Set(["CADDY_OPTIONS", "UPSTREAM_OPTIONS"]);
  expect(needed.length).toBeGreaterThan(4);
  for (const name of needed.filter((one) => !optional.has(one))) expect(compose).toContain(` ${name}: `);
  const hosts = [...compose.matchAll(/(?:SITES|LAKE): (.+)/g)].flatMap(([, list = ""]) => list.split(" "));
  expect(hosts).toHaveLength(4);
  for (const host of hosts) expect(compose).toContain(`\n  ${host.replace(":3000", "")}:\n`);
});

test("every printed backup command works a second time: it names a directory that is not there yet", () => {
  const printed = ["README.md", "docs/operations.md", "docs/upgrade.md"].flatMap((page) =>
    [...read(page).matchAll(/npm run backup -- (\S+)/g)].map(([, directory = ""]) => directory),
  );
  expect(printed.length).toBeGreaterThan(0);
  for (const directory of printed) expect(directory).toMatch(/\$/);
});
