import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { SanityClient } from "@sanity/client";
import { clientFor } from "lakelet/testing";
import { startFaultProxy, type FaultProxy } from "stand-ins/fault-proxy";
import { copyFilledLake } from "./filled-lake.ts";
import { freePort } from "./ports.ts";
import { start, waitFor } from "./process.ts";
import { startSiteProcess, type SiteProcess } from "./site.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

export interface HostedSite {
  site: SiteProcess;
  /** Between the site and its content store. */
  proxy: FaultProxy;
  /** An editor's client that bypasses the proxy. */
  editor: SanityClient;
  webhookSecret: string;
  /** Starts another process of the same site. */
  another(): Promise<SiteProcess>;
  stop(): Promise<void>;
}

/**
 * Starts a site whose content is in another process and reports changes by the webhook alone, as hosted Sanity. `env` is added to its
 * environment. Ports are free ones by default.
 */
export async function startHostedSite(
  env: Record<string, string> = {},
  { lakePort, sitePort }: { lakePort?: number; sitePort?: number } = {},
): Promise<HostedSite> {
  const directory = mkdtempSync(join(tmpdir(), "lake-"));
  await copyFilledLake(directory);
  const port = lakePort ?? (await freePort());
  const origin = `http://127.0.0.1:${port}`;
  const lake = start(
    [join(root, "node_modules/.bin/lakelet"), "--data", directory, "--port", String(port), "--public-read"],
    {},
  );
  await waitFor(`${origin}/v1/ping`, lake);
  const tokens = JSON.parse(readFileSync(join(directory, "tokens.json"), "utf8")) as {
    read: string;
    write: string;
  };
  const proxy = await startFaultProxy(origin);
  const webhookSecret = "a secret of the tests";
  const another = (sitePort?: number) =>
    startSiteProcess({
      port: sitePort,
      env: {
        SANITY_API_HOST: proxy.origin,
        SANITY_API_READ_TOKEN: tokens.read,
        SANITY_API_WRITE_TOKEN: tokens.write,
        SANITY_WEBHOOK_SECRET: webhookSecret,
        ...env,
      },
    });
  const site = await another(sitePort);
  const editor = clientFor(origin, tokens.write, { perspective: "raw" });
  const stop = async () => {
    await site.stop();
    await proxy.close();
    await lake.stop();
    rmSync(directory, { recursive: true, force: true });
  };
  return { site, proxy, editor, webhookSecret, another, stop };
}
