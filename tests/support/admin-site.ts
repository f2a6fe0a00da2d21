import { rmSync } from "node:fs";
import { newDirectory, startLake, type StartedLake } from "../../lake/test/start-lake.ts";
import { startFaultProxy, type FaultProxy } from "../../dev/doubles/fault-proxy.ts";
import { ADMIN_EMAILS } from "./admins.ts";
import { copyFilledLake } from "./filled-lake.ts";
import { startSite, type RunningSite } from "./site.ts";

export interface AdminSite {
  site: RunningSite;
  lake: StartedLake;
  /** Between the site and the lake. */
  proxy: FaultProxy;
  stop(): Promise<void>;
}

/** Starts a site with two admins and its own lake, without submissions of other tests. */
export async function startAdminSite(): Promise<AdminSite> {
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
