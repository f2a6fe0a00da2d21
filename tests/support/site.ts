import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createClient, type SanityClient } from "@sanity/client";
import { copyFilledLake } from "./filled-lake.ts";
import { freePort } from "./ports.ts";
import { start, waitFor, type RunningProcess } from "./process.ts";
import { siteHost } from "./site-host.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

export interface RunningSite {
  origin: string;
  dataDir: string;
  env: Record<string, string>;
  /** Its process, in which other sites of this worker may run. */
  pid: number;
  /** What that process has printed since the site was started. */
  output(): string;
  stop(): Promise<unknown>;
}

/** A site in a process of its own. */
export interface SiteProcess extends RunningProcess, Omit<RunningSite, "stop"> {}

interface SiteOptions {
  port?: number | undefined;
  /** Data directory; by default a temporary one with a filled lake, which `stop` deletes. */
  dataDir?: string;
  env?: Record<string, string>;
}

async function prepare({ port, dataDir: given, env }: SiteOptions) {
  const usedPort = port ?? (await freePort());
  const dataDir = given ?? mkdtempSync(join(tmpdir(), "site-"));
  if (!given && !env?.SANITY_API_HOST) await copyFilledLake(join(dataDir, "lake"));
  return {
    origin: `http://localhost:${usedPort}`,
    dataDir,
    env: { NODE_ENV: "production", LOG_LEVEL: "warn", PORT: String(usedPort), DATA_DIR: dataDir, ...env },
    cleanUp() {
      if (!given) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * Starts the production server on loopback with only this environment and waits until it answers, whatever its services do. It shares a process with the other
 * sites of this worker: their code is loaded and compiled already.
 */
export async function startSite(options: SiteOptions = {}): Promise<RunningSite> {
  const { cleanUp, ...site } = await prepare(options);
  const host = siteHost();
  const printedBefore = host.output().length;
  const id = await host.start(site.env);
  await waitFor(`${site.origin}/healthz`, host);
  return {
    ...site,
    pid: host.child.pid ?? 0,
    output: () => host.output().slice(printedBefore),
    async stop() {
      await host.stop(id);
      cleanUp();
    },
  };
}

/**
 * Starts a site like `startSite`, but in a process of its own: to be killed, measured, or with metrics or traces, which are of a whole
 * process. By default it is the server that renders no pages ahead.
 */
export async function startSiteProcess({
  entry = "tests/support/cold-server.ts",
  ...options
}: SiteOptions & { entry?: string } = {}): Promise<SiteProcess> {
  const { cleanUp, ...site } = await prepare(options);
  const running = start([join(root, entry)], site.env);
  await waitFor(`${site.origin}/healthz`, running);
  const stop = async () => {
    const code = await running.stop();
    cleanUp();
    return code;
  };
  return { ...running, ...site, pid: running.child.pid ?? 0, stop };
}

/** Returns the tokens of an embedded lake from its data directory. */
export function lakeTokens(dataDir: string): { read: string; write: string; site: string } {
  return JSON.parse(readFileSync(join(dataDir, "lake/tokens.json"), "utf8")) as {
    read: string;
    write: string;
    site: string;
  };
}

/** Returns a real client of a running site's lake; without a token it is anonymous. */
export function lakeClient(site: Pick<RunningSite, "origin">, token?: string): SanityClient {
  return createClient({
    projectId: "local",
    dataset: "production",
    apiVersion: "2025-02-19",
    apiHost: `${site.origin}/lake`,
    useProjectHostname: false,
    useCdn: false,
    perspective: token ? "raw" : "published",
    ...(token ? { token } : {}),
  });
}

/** Returns the mails of a site without SMTP, newest first. There is no folder before the first one. */
export function outboxMails(dataDir: string): string[] {
  const outbox = join(dataDir, "outbox");
  if (!existsSync(outbox)) return [];
  return readdirSync(outbox)
    .filter((name) => name.endsWith(".eml"))
    .toSorted()
    .toReversed()
    .map((name) => readFileSync(join(outbox, name), "utf8"));
}

/** Returns `outboxMails` with their lines as they were before they were wrapped. */
export const outboxTexts = (dataDir: string): string[] =>
  outboxMails(dataDir).map((mail) => mail.replaceAll("=\r\n", "").replaceAll("=3D", "="));

/** Returns the links with a token that were mailed to anybody or to one address, newest first. */
export const mailedLinks = (dataDir: string, path: string, to = ""): string[] =>
  outboxTexts(dataDir)
    .filter((mail) => mail.includes(`To: ${to}`))
    .flatMap((mail) => new RegExp(`${path}\\?token=[\\w.-]+`).exec(mail) ?? []);
