import { execFile, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { inspect, parseArgs, promisify } from "node:util";
import { chromium, expect } from "@playwright/test";
import { clientFor } from "lakelet/testing";
import { CHROMIUM_ARGS } from "./support/chromium-args.ts";

// npm run test:versions: Studios and `sanity` commands of several versions, each installed by npm outside of this repository beside
// the packed lakelet, and the apps of its recipes with the files that these show. Prints the tables of
// packages/lakelet/docs/compatibility.md. Not in the gate: it installs some 3 GB. `-- studio-5 cli-6 recipe-Astro` chooses; `--folder` keeps what is installed for the next run.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { folder: { type: "string" }, port: { type: "string", default: "3970" } },
});
const STUDIOS = ["4.22.1", "5.20.0", "5.31.2", "6.16.0"];
/** The newest command that npm can install for Studio 6. */
const COMMAND_OF_6 = { "@sanity/cli": "8.12.0" };
const COMMANDS = ["6.6.0", "6.7.2", "7.18.0", "8.12.0"];
/** An app of packages/lakelet/docs/recipes.md. Next has `npm run test:next`. */
interface Recipe {
  command: string[];
  packages: Record<string, string>;
  /** What the framework's own starter has besides: `create-remix` makes these. */
  starter?: Record<string, string>;
}
const RECIPES: Record<string, Recipe> = {
  Astro: {
    command: ["astro", "dev"],
    packages: { astro: "7.3.5", "@astrojs/node": "*", "@sanity/astro": "3.5.1", "@sanity/client": "8.15.0" },
  },
  Nuxt: { command: ["nuxt", "dev"], packages: { nuxt: "4.5.2", "@nuxtjs/sanity": "2.5.0" } },
  Remix: {
    command: ["remix", "vite:dev"],
    packages: {
      "@remix-run/dev": "2.17.5",
      "@remix-run/node": "2.17.5",
      "@remix-run/react": "2.17.5",
      "@sanity/client": "8.15.0",
      isbot: "^4",
      "react-dom": "^18.2.0",
      vite: "6.4.6",
    },
    starter: {
      "vite.config.ts": `import { vitePlugin as remix } from "@remix-run/dev";\nexport default { plugins: [remix()] };`,
      "app/root.tsx": `import { Outlet, Scripts } from "@remix-run/react";
        export default () => <html lang="en"><body><Outlet /><Scripts /></body></html>;`,
    },
  },
};
const isChosen = (name: string): boolean =>
  positionals.length === 0 || positionals.some((one) => name.startsWith(one));

const run = promisify(execFile);
const folder = values.folder ?? mkdtempSync(join(tmpdir(), "lake-versions-"));
const port = Number(values.port);
const [lakeUrl, studioUrl] = [`http://localhost:${port}`, `http://localhost:${port + 1}`];
const token = "a-token-for-versions";
const client = clientFor(lakeUrl, token, { perspective: "raw" });
const env = {
  ...process.env,
  CI: "1",
  DO_NOT_TRACK: "1",
  PATH: `${dirname(process.execPath)}${delimiter}${process.env["PATH"]}`,
};
/** The environment of a `sanity` command on the lake. */
const onLake = {
  ...env,
  NODE_OPTIONS: "--import lakelet/cli",
  LAKELET_URL: lakeUrl,
  SANITY_AUTH_TOKEN: token,
};
/** They only read the Studio's schema. */
const LOCAL_COMMANDS = [
  "schema extract",
  "schema validate",
  "typegen generate",
  "manifest extract",
  "build --yes",
];
const TITLE = [`{"_id":"hello","_type":"post","title":"Hello"}`, ""].join("\n");

/** Installs packages in a folder of their own. */
async function install(name: string, dependencies: Record<string, string>, overrides = {}): Promise<string> {
  const at = join(folder, name);
  mkdirSync(at, { recursive: true });
  writeFileSync(join(at, "content.ndjson"), TITLE);
  const lakelet = `file:${join(folder, "lakelet-0.1.0.tgz")}`;
  const manifest = { private: true, type: "module", dependencies: { ...dependencies, lakelet }, overrides };
  writeFileSync(join(at, "package.json"), JSON.stringify(manifest));
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"];
  await run("npm", ["install", ...flags], { cwd: at, env });
  return at;
}

/** Starts programs until `use` is done. */
async function beside<T>(
  at: string,
  commands: ReadonlyArray<readonly string[]>,
  urls: readonly string[],
  use: () => Promise<T>,
): Promise<T> {
  const running = commands.map(([name = "", ...args]): ChildProcess => {
    const program = join(at, "node_modules/.bin", name);
    return spawn(program, args, { cwd: at, env, stdio: "ignore" });
  });
  try {
    for (const url of urls)
      await expect
        .poll(
          () =>
            fetch(url).then(
              ({ ok }) => ok,
              () => false,
            ),
          { timeout: 60_000 },
        )
        .toBe(true);
    return await use();
  } finally {
    // One that could not start has ended already.
    const left = running.filter(({ exitCode }) => exitCode === null);
    const ended = left.map((child) => new Promise((done) => child.once("exit", done)));
    for (const child of left) child.kill("SIGKILL");
    await Promise.all(ended);
  }
}

const LAKE = ["lakelet", "--memory", "--port", String(port), "--token", token, "--seed", "content.ndjson"];

/** Runs steps until one fails. Returns a row of the table: its name, and how each ended. */
async function rowOf(name: string, steps: Record<string, () => Promise<unknown>>): Promise<string> {
  const cells: string[] = [];
  for (const [step, take] of Object.entries(steps)) {
    const started = performance.now();
    try {
      await take();
      cells.push("works");
      process.stderr.write(`${name}: ${step}, ${Math.round(performance.now() - started)} ms\n`);
    } catch (error) {
      process.exitCode = 1;
      cells.push("fails");
      process.stderr.write(`${name}: ${step} fails: ${inspect(error)}\n`);
      break;
    }
  }
  return `| ${name} | ${cells.join(" | ")} |`;
}

const CONFIG = `import { lakeStudio } from "lakelet/studio";
import { defineConfig } from "sanity";
import { structureTool } from "sanity/structure";
export default defineConfig({
  ...lakeStudio("${lakeUrl}"), projectId: "local", dataset: "production", plugins: [structureTool()],
  schema: { types: [{ name: "post", type: "document", fields: [{ name: "title", type: "string" }] }] },
});`;
const CLI = `import { defineCliConfig } from "sanity/cli";
export default defineCliConfig({ api: { projectId: "local", dataset: "production" }, autoUpdates: false });`;

async function tryStudio(version: string): Promise<string> {
  const others = { react: "^19.2.0", "react-dom": "^19.2.0", "styled-components": "^6.1.15" };
  const overrides = version.startsWith("6.") ? COMMAND_OF_6 : {};
  const at = await install(`studio-${version}`, { sanity: version, ...others }, overrides);
  writeFileSync(join(at, "sanity.config.js"), CONFIG);
  writeFileSync(join(at, "sanity.cli.js"), CLI);
  await beside(at, [LAKE], [`${lakeUrl}/v1/ping`], async () => {
    for (const command of LOCAL_COMMANDS)
      await run(join(at, "node_modules/.bin/sanity"), command.split(" "), { cwd: at, env: onLake });
  });
  const executablePath = process.env["CHROMIUM_PATH"];
  const browser = await chromium.launch({
    args: CHROMIUM_ARGS,
    ...(executablePath ? { executablePath } : {}),
  });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(60_000);
  let asked = 0;
  page.on("request", (request) => (asked += request.url().includes("/users/me") ? 1 : 0));
  const field = page.getByTestId("field-title").getByRole("textbox");
  const slow = { timeout: 60_000 };
  const steps = {
    boot: () => page.goto(studioUrl),
    "sign-in": async () => {
      const code = page.getByLabel("Code from the terminal");
      const link = page
        .getByRole("link", { name: "Sign in" })
        .or(page.getByRole("button", { name: "Sign in" }));
      await code.or(link).first().waitFor();
      if (!(await code.isVisible())) await link.click();
      await code.fill(token);
      await page.getByRole("button", { name: "Continue as administrator" }).click();
      await page.getByTestId("studio-navbar").waitFor();
      expect(asked).toBeLessThan(20);
    },
    edit: async () => {
      await page.goto(`${studioUrl}/structure/post;hello`);
      await expect(field).toBeEditable(slow);
      await field.fill("Edited");
      const draft = () => client.getDocument("drafts.hello").then((one) => one?.["title"] as unknown);
      await expect.poll(draft, slow).toBe("Edited");
    },
    publish: async () => {
      await page.getByTestId("action-publish").click();
      await expect
        .poll(() => client.getDocument("hello").then((one) => one?.["title"] as unknown), slow)
        .toBe("Edited");
      expect(await client.getDocument("drafts.hello")).toBeUndefined();
    },
  };
  const lake = [...LAKE, "--origin", studioUrl];
  const preview = ["sanity", "preview", "--port", String(port + 1)];
  try {
    return await beside(at, [lake, preview], [`${lakeUrl}/v1/ping`, studioUrl], () =>
      rowOf(`Studio ${version}`, steps),
    );
  } finally {
    await browser.close();
  }
}

async function tryCommand(version: string): Promise<string> {
  const at = await install(`cli-${version}`, { "@sanity/cli": version });
  writeFileSync(
    join(at, "sanity.cli.js"),
    `export default { api: { projectId: "local", dataset: "production" } };`,
  );
  const sanity = (...args: string[]) =>
    run(join(at, "node_modules/.bin/sanity"), args, {
      cwd: at,
      env: onLake,
    });
  const dataset = ["--dataset", "production"];
  const steps = {
    query: async () =>
      expect((await sanity("documents", "query", `*[_id == "hello"]`, ...dataset)).stdout).toContain("Hello"),
    export: async () => {
      await sanity("datasets", "export", "production", "out.tar.gz", "--overwrite");
      expect(existsSync(join(at, "out.tar.gz"))).toBe(true);
    },
    import: async () => {
      await client.delete("hello");
      await sanity("datasets", "import", "out.tar.gz", ...dataset);
      expect(await client.getDocument("hello")).toMatchObject({ title: "Hello" });
    },
  };
  return beside(at, [LAKE], [`${lakeUrl}/v1/ping`], () => rowOf(`@sanity/cli ${version}`, steps));
}

/** Returns the files that a recipe shows: each block of code names its own in a comment at its top. */
function filesOf(title: string): string[][] {
  const page = readFileSync(new URL("../packages/lakelet/docs/recipes.md", import.meta.url), "utf8");
  const section = page.split(/^## /m).find((one) => one.startsWith(`${title}\n`)) ?? "";
  return Array.from(
    section.matchAll(/^```\w+\n((?:---\n)?(?:\/\/|<!--) (\S+)[^]*?)^```/gm),
    ([, text = "", name = ""]) => [name, text.replaceAll("http://127.0.0.1:3900", lakeUrl)],
  );
}

async function tryRecipe(title: string): Promise<string> {
  const { command, packages, starter = {} } = RECIPES[title]!;
  const at = await install(`recipe-${title}`, packages, { ...COMMAND_OF_6, sanity: "6.16.0" });
  for (const [name = "", text = ""] of [...Object.entries(starter), ...filesOf(title)]) {
    mkdirSync(dirname(join(at, name)), { recursive: true });
    writeFileSync(join(at, name), text);
  }
  const shows = (text: string) =>
    expect.poll(() => fetch(studioUrl).then((page) => page.text()), { timeout: 60_000 }).toContain(text);
  const steps = {
    seeded: () => shows("Hello"),
    published: async () => {
      await client.patch("hello").set({ title: "Published since" }).commit();
      await shows("Published since");
    },
  };
  const app = [...command, "--port", String(port + 1)];
  return beside(at, [[...LAKE, "--public-read"], app], [`${lakeUrl}/v1/ping`, studioUrl], () =>
    rowOf(title, steps),
  );
}

try {
  await run("npm", ["run", "build", "-w", "lakelet"], { cwd: fileURLToPath(new URL("..", import.meta.url)) });
  mkdirSync(folder, { recursive: true });
  await run("npm", ["pack", fileURLToPath(new URL("../packages/lakelet/dist", import.meta.url))], {
    cwd: folder,
  });
  const rows: string[] = [];
  for (const version of STUDIOS.filter((one) => isChosen(`studio-${one}`)))
    rows.push(await tryStudio(version));
  for (const version of COMMANDS.filter((one) => isChosen(`cli-${one}`)))
    rows.push(await tryCommand(version));
  for (const title of Object.keys(RECIPES).filter((one) => isChosen(`recipe-${one}`)))
    rows.push(await tryRecipe(title));
  process.stdout.write(`${rows.join("\n")}\n`);
} finally {
  if (values.folder === undefined) rmSync(folder, { recursive: true, force: true });
}
