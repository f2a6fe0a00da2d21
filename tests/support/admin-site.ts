import { rmSync } from "node:fs";
import {
  clientOn,
  newDirectory,
  startLake,
  type StartedLake,
} from "../../packages/lakelet/test/start-lake.ts";
import { startFaultProxy, type FaultProxy } from "../../packages/stand-ins/fault-proxy.ts";
import { ADMIN_EMAILS } from "./admins.ts";
import { copyFilledLake } from "./filled-lake.ts";
import { ports } from "./e2e-ports.ts";
import { lakeTokens, startSite, type RunningSite } from "./site.ts";
import { isCluster, startTopologySite } from "./topology.ts";

export interface AdminSite {
  site: Pick<RunningSite, "origin" | "dataDir" | "env">;
  lake: Pick<StartedLake, "reader" | "writer">;
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
  const tokens = lakeTokens(site.dataDir);
  const url = `${site.origin}/lake`;
  const [reader, writer] = [clientOn(url, { token: tokens.read }), clientOn(url, { token: tokens.write })];
  return { site, lake: { reader, writer }, proxy: site.proxy, stop: site.stop };
}

/** Starts a site with two admins and its own lake, without submissions of other tests. */
export async function startAdminSite(): Promise<AdminSite> {
  if (isCluster) return startAdminCluster();
  const directory = newDirectory();
  await copyFilledLake(directory);
  const lake = await startLake({ directory, publicRead: true });
  const { origin, pathname } = new URL(lake.url);
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
      await lake.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
