import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync } from "node:fs";
import { rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

/** Runs the end-to-end suite of Sanity's own Studio on a lake. How: docs/studio-suite.md. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    checkout: { type: "string", default: "" },
    port: { type: "string", default: "3900" },
    grep: { type: "string", default: "" },
    keep: { type: "boolean", default: false },
  },
});
const checkout = resolve(process.env["INIT_CWD"] ?? "", values.checkout);
if (values.checkout === "" || !existsSync(join(checkout, "e2e/tests")))
  throw new Error("--checkout is the folder of a checkout of sanity-io/sanity");

const ours = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const lake = `http://localhost:${values.port}`;
const studio = `http://localhost:${Number(values.port) + 1}`;
const token = "a-token-for-the-suite";
const [projectId, dataset] = ["local", "production"];
const theirs = { PROJECT_ID: projectId, DATASET: dataset, SESSION_TOKEN: token, BASE_URL: studio };
const env = Object.fromEntries(Object.entries(theirs).map(([name, value]) => [`SANITY_E2E_${name}`, value]));
const define = Object.entries(env).map(([name, value]) => [`process.env.${name}`, JSON.stringify(value)]);

const FILES: Readonly<Record<string, string>> = {
  // Instead of this repository's own, and of those that extend files which are not copied.
  "tsconfig.json": '{"compilerOptions":{"jsx":"react-jsx"}}',
  // Their secrets are not read, and no pictures are taken for a service.
  "node_modules/@repo/utils/package.json": '{"type":"module","main":"index.js"}',
  "node_modules/@repo/utils/index.js": "export const loadEnvFiles = () => {};",
  "node_modules/@chromatic-com/playwright/package.json": '{"type":"module","main":"index.js"}',
  "node_modules/@chromatic-com/playwright/index.js": `
    export { test } from "@playwright/test";
    export const takeSnapshot = async () => {};`,
  "studio/package.json": JSON.stringify({
    dependencies: { sanity: "*", react: "*", "react-dom": "*", "styled-components": "*" },
  }),
  "studio/sanity.cli.ts": `
    import { defineCliConfig } from "sanity/cli";
    const [api, define] = ${JSON.stringify([{ projectId, dataset }, Object.fromEntries(define)])};
    export default defineCliConfig({ api, deployment: { autoUpdates: false }, vite: { define } });`,
  "studio/sanity.config.ts": `
    import { lakeDocument, lakeStudio } from "lakelet/studio";
    import workspaces from "../dev/studio-e2e-testing/sanity.config";
    const lake = lakeStudio("${lake}");
    // Their schema has fields of the media library.
    const onLake = ({ document, releases, mediaLibrary }) => ({
      ...lake, releases, mediaLibrary, document: { ...document, ...lakeDocument },
    });
    export default workspaces.map((one) => ({ ...one, ...onLake(one) }));`,
  "playwright.config.ts": `
    import theirs from "./e2e/playwright.config";
    const { use, ...project } = theirs.projects.find(({ name }) => name === "chromium");
    const executablePath = process.env.CHROMIUM_PATH || undefined;
    export default {
      ...theirs, globalSetup: undefined, webServer: undefined, testDir: "e2e/tests", outputDir: "results",
      workers: 1, retries: 0, reporter: [["list"], ["./report.ts"]],
      use: { ...theirs.use, trace: "off", video: "off", storageState: "signed-in.json" },
      projects: [{ ...project, use: { ...use, launchOptions: { ...use.launchOptions, executablePath } } }],
    };`,
  "report.ts": `
    export default class {
      count = {};
      others = [];
      onTestEnd(test, { status, error }) {
        this.count[status] = (this.count[status] ?? 0) + 1;
        const reason = test.annotations[0]?.description ?? error?.message.split("\\n", 1)[0] ?? "no reason given";
        if (status !== "passed") this.others.push(status + ": " + test.titlePath().slice(2).join(", ") + ": " + reason);
      }
      onEnd() {
        console.log([...this.others, JSON.stringify(this.count)].join("\\n"));
      }
    }`,
};

mkdirSync(ours("studio/.sanity"), { recursive: true });
/** A copy, where the packages of this repository's Studio are found. Nothing is written into the checkout. */
const folder = mkdtempSync(ours("studio/.sanity/suite-"));
writeFileSync(join(folder, "package.json"), '{"private":true,"type":"module"}');
const running: ChildProcess[] = [];

/** Starts a program in a folder of the copy. Its output is shown. */
function start(program: string, args: string[], cwd = "", more: object = {}): ChildProcess {
  const options = {
    cwd: join(folder, cwd),
    env: { ...process.env, ...env, CI: "1", DO_NOT_TRACK: "1", ...more },
  };
  const child = spawn(program, args, { ...options, stdio: ["ignore", "inherit", "inherit"] });
  running.push(child);
  return child;
}
const run = (...args: Parameters<typeof start>): Promise<number> =>
  new Promise((done) => start(...args).once("exit", (code) => done(code ?? 1)));

const HERE = [ours("studio"), ours("")];
const find = (name: string, places = [folder, ...HERE]): string | undefined =>
  places.map((at) => join(at, "node_modules", name)).find((path) => existsSync(join(path, "package.json")));
const manifestOf = (path: string) =>
  JSON.parse(readFileSync(join(path, "package.json"), "utf8")) as {
    version: string;
    peerDependencies?: object;
  };

/** Installs the newest of packages that the copy cannot import, and of those that these want beside them. */
async function install(names: readonly string[]): Promise<void> {
  const missing = [...new Set(names)].filter((name) => !find(name));
  if (missing.length === 0) return;
  const flags = ["--ignore-scripts", "--legacy-peer-deps", "--no-audit", "--no-fund"];
  if ((await run("npm", ["install", ...flags, ...missing])) !== 0) throw new Error("npm install failed");
  await install(missing.flatMap((name) => Object.keys(manifestOf(find(name) ?? "").peerDependencies ?? {})));
}

const IMPORT = /(?:from|import) ?\(?'((?:@[\w-]+\/)?[a-z][\w.-]*)(?:\/[^']*)?'/g;
/** Of Node, of the checkout or below. */
const WITHIN = /^(?:node|sanity-test-studio|@repo\/utils|@chromatic-com\/playwright)$/;

/** Copies the suite and its Studio, with the packages that are not here. */
async function copy(): Promise<void> {
  const filter = (from: string): boolean => !/node_modules|\.env|tsconfig/.test(from);
  for (const path of ["e2e", "dev/studio-e2e-testing", "dev/test-studio"])
    cpSync(join(checkout, path), join(folder, path), { recursive: true, filter });
  const sources = globSync("**/*.{ts,tsx,js}", { cwd: folder }).map((file) =>
    readFileSync(join(folder, file), "utf8"),
  );
  const names = sources.flatMap((text) => Array.from(text.matchAll(IMPORT), ([, name = ""]) => name));
  await install(names.filter((name) => !WITHIN.test(name)));
  // A second copy of a library would have React contexts of its own.
  const majorOf = (path: string): number => Number.parseInt(manifestOf(path).version, 10);
  for (const name of globSync("{[^@]*,@*/*}", { cwd: join(folder, "node_modules") })) {
    const [installed, other] = [find(name, [folder]), find(name, HERE)];
    if (installed && other && majorOf(installed) === majorOf(other)) rmSync(installed, { recursive: true });
  }
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  symlinkSync(join(folder, "dev/test-studio"), join(folder, "node_modules/sanity-test-studio"), "junction");
}

/** Signs in at the lake as its page does, and keeps the cookie for Playwright. */
async function signIn(): Promise<void> {
  const body = new URLSearchParams({ code: token, role: "admin", origin: studio });
  const request = { method: "POST", body, headers: { origin: lake }, redirect: "manual" } as const;
  const { status, headers } = await fetch(`${lake}/auth/login`, request);
  const [, name, value] = /^([^=]+)=([^;]+)/.exec(headers.get("set-cookie") ?? "") ?? [];
  if (value === undefined) throw new Error(`The lake signs nobody in: ${status}`);
  const rest = {
    domain: "localhost",
    path: "/",
    expires: -1,
    httpOnly: true,
    secure: false,
    sameSite: "Strict",
  };
  writeFileSync(
    join(folder, "signed-in.json"),
    JSON.stringify({ cookies: [{ name, value, ...rest }], origins: [] }),
  );
}

/** Waits for a server, up to a minute. */
async function answers(url: string, tries = 300): Promise<void> {
  if (await fetch(url).catch(() => undefined)) return;
  if (tries === 0) throw new Error(`${url} does not answer`);
  await new Promise((done) => setTimeout(done, 200));
  await answers(url, tries - 1);
}

async function main(): Promise<number> {
  await copy();
  const [node, sanity] = [process.execPath, join(find("sanity") ?? "", "bin/sanity")];
  if ((await run(node, [sanity, "build", "--yes"], "studio")) !== 0)
    throw new Error("The Studio was not built");
  const options = ["--port", values.port, "--token", token, "--origin", studio];
  start(node, [ours("packages/lakelet/bin/lake.ts"), "--memory", ...options]);
  start(node, [sanity, "preview", "--port", new URL(studio).port], "studio");
  await Promise.all([answers(`${lake}/v1/ping`), answers(studio)]);
  await signIn();
  // Their clients name Sanity's hosts.
  const onLake = { NODE_OPTIONS: `--import ${ours("packages/lakelet/src/cli.ts")}`, LAKELET_URL: lake };
  const grep = values.grep === "" ? [] : ["--grep", values.grep];
  return run(
    node,
    [join(find("@playwright/test") ?? "", "cli.js"), "test", ...positionals, ...grep],
    "",
    onLake,
  );
}

try {
  process.exitCode = await main();
} finally {
  for (const child of running) child.kill();
  if (!values.keep) rmSync(folder, { recursive: true, force: true });
}
