import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createClient, type SanityClient } from "@sanity/client";
import { copyFilledLake } from "./filled-lake.ts";
import { freePort } from "./ports.ts";
import { start, waitFor, type RunningProcess } from "./process.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

export interface RunningSite extends RunningProcess {
  origin: string;
  dataDir: string;
  env: Record<string, string>;
}

interface SiteOptions {
  port?: number;
  /** Data directory; by default a temporary one with a filled lake, which `stop` deletes. */
  dataDir?: string;
  env?: Record<string, string>;
  /** The program; by default the server that renders no pages ahead. */
  entry?: string;
}

/** Starts the production server on loopback with only this environment and waits until it is ready. */
export async function startSite(options: SiteOptions = {}): Promise<RunningSite> {
  const port = options.port ?? (await freePort());
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), "site-"));
  if (!options.dataDir && !options.env?.SANITY_API_HOST) await copyFilledLake(join(dataDir, "lake"));
  const origin = `http://localhost:${port}`;
  const env = {
    NODE_ENV: "production",
    LOG_LEVEL: "warn",
    PORT: String(port),
    DATA_DIR: dataDir,
    ...options.env,
  };
  const running = start([join(root, options.entry ?? "tests/support/cold-server.ts")], env);
  await waitFor(`${origin}/readyz`, running);
  const stop = async () => {
    const code = await running.stop();
    if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true });
    return code;
  };
  return { ...running, stop, origin, dataDir, env };
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
