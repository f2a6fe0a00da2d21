import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium, type Page } from "@playwright/test";
import { clientFor } from "lakelet/testing";
import { CHROMIUM_ARGS } from "../tests/support/chromium-args.ts";

// npm run test:next: a page of Next with next-sanity follows what is published, also after kill -9 of the lake. Not in the
// gate: installing and building Next takes minutes.
const example = fileURLToPath(new URL("../packages/lakelet/examples/next", import.meta.url));
const command = fileURLToPath(new URL("../node_modules/.bin/lakelet", import.meta.url));
const [lakePort, nextPort] = [
  Number(process.env["LAKE_PORT"] ?? 3960),
  Number(process.env["NEXT_PORT"] ?? 3961),
];
const lakeUrl = `http://127.0.0.1:${lakePort}`;
const site = `http://127.0.0.1:${nextPort}`;
const token = "a-token-for-next";
const env = {
  ...process.env,
  NEXT_TELEMETRY_DISABLED: "1",
  NEXT_PUBLIC_LAKE_URL: lakeUrl,
  LAKE_TOKEN: token,
};

async function waitFor(url: string): Promise<void> {
  const end = Date.now() + 60_000;
  while (Date.now() < end) {
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`${url} does not answer`);
}

async function kill(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await exited;
}

const directory = mkdtempSync(join(tmpdir(), "lake-next-"));
async function startLake(): Promise<ChildProcess> {
  const options = ["--port", String(lakePort), "--data", directory, "--token", token, "--origin", site];
  const child = spawn(process.execPath, [command, ...options, "--public-read"], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  await waitFor(`${lakeUrl}/v1/ping`);
  return child;
}

const client = clientFor(lakeUrl, token);
const publish = (title: string) => client.createOrReplace({ _id: "home", _type: "page", title });

/**
 * Loads the page again until it shows `title`. In production next-sanity revalidates with the profile "max": the load after an
 * event still gets the old page, the next one the new.
 */
async function expectHeading(page: Page, title: string, when: string): Promise<void> {
  const heading = page.getByRole("heading", { level: 1 });
  const end = Date.now() + 30_000;
  while ((await heading.textContent()) !== title) {
    if (Date.now() > end) throw new Error(`${when}: the page does not show "${title}"`);
    await page.waitForTimeout(500);
    await page.reload();
  }
  console.log(`${when}: "${title}"`);
}

/** Resolves once the page listens to the lake's live events. */
const listening = (page: Page) =>
  page.waitForResponse((response) => response.url().includes("/live/events/"));

const next = join(example, "node_modules/next/dist/bin/next");
if (!existsSync(next))
  execFileSync("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund"], {
    cwd: example,
    stdio: "inherit",
  });

let lake: ChildProcess | undefined;
let server: ChildProcess | undefined;
const executablePath = process.env["CHROMIUM_PATH"];
const browser = await chromium.launch({ args: CHROMIUM_ARGS, ...(executablePath ? { executablePath } : {}) });
try {
  lake = await startLake();
  await publish("First");
  execFileSync(process.execPath, [next, "build"], { cwd: example, env, stdio: "inherit" });
  const start = [next, "start", "-H", "127.0.0.1", "-p", String(nextPort)];
  server = spawn(process.execPath, start, { cwd: example, env, stdio: ["ignore", "ignore", "inherit"] });
  await waitFor(site);
  const page = await browser.newPage();
  await Promise.all([listening(page), page.goto(site)]);
  await expectHeading(page, "First", "built");
  await publish("Second");
  await expectHeading(page, "Second", "published");
  await kill(lake);
  const again = listening(page);
  lake = await startLake();
  await again;
  await publish("Third");
  await expectHeading(page, "Third", "published after kill -9 of the lake");
} finally {
  await browser.close();
  await kill(server);
  await kill(lake);
  rmSync(directory, { recursive: true, force: true });
}
