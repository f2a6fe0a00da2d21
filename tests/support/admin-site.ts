import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { clientPair, serveLake, type ServedLake } from "lakelet/testing";
import { startFaultProxy, type FaultProxy } from "stand-ins/fault-proxy";
import { ADMIN_EMAILS } from "./admins.ts";
import { copyFilledLake } from "./filled-lake.ts";
import { ports } from "./ports.ts";
import { lakeTokens, startSite, type RunningSite } from "./site.ts";
import { isCluster, startTopologySite } from "./topology.ts";

export interface AdminSite {
  site: Pick<RunningSite, "origin" | "dataDir" | "env">;
  lake: Pick<ServedLake, "reader" | "writer">;
  /** Between the site and the lake. */
  proxy: FaultProxy;
  stop(): Promise<void>;
}

let clusters = 0;

/** The same as several processes. A test file may start a second one while the first runs. */
async function startAdminCluster(): Promise<AdminSite> {
  const port = ports.adminProcesses + 5 * (clusters++ % 2);
  const site = await startTopologySite({ port, processPort: port + 1, env: { ADMIN_EMAILS } });
  if (!site.proxy) throw new Error("It has no proxy in front of its lake.");
  const raw = { perspective: "raw", maxRetries: 0 } as const;
  const clients = clientPair(`${site.origin}/lake`, lakeTokens(site.dataDir), raw);
  const [reader, writer] = [clients.readClient, clients.writeClient];
  return { site, lake: { reader, writer }, proxy: site.proxy, stop: site.stop };
}

/** Starts a site with two admins and its own lake, without submissions of other tests. */
export async function startAdminSite(): Promise<AdminSite> {
  if (isCluster) return startAdminCluster();
  const directory = mkdtempSync(join(tmpdir(), "lake-"));
  await copyFilledLake(directory);
  const lake = await serveLake({ directory });
  const { origin, pathname } = new URL(lake.origin);
  const proxy = await startFaultProxy(origin);
  const site = await startSite({
    env: {
      ADMIN_EMAILS,
      SANITY_API_HOST: proxy.origin + pathname,
      SANITY_API_READ_TOKEN: lake.lake.tokens.read,
      SANITY_API_WRITE_TOKEN: lake.lake.tokens.write,
    },
  });
  return {
    site,
    lake,
    proxy,
    async stop() {
      await site.stop();
      await proxy.close();
      await lake.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
