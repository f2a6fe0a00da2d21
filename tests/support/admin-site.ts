import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serveLake, type ServedLake } from "lakelet/testing";
import { startFaultProxy, type FaultProxy } from "stand-ins/fault-proxy";
import { ADMIN_EMAILS } from "./admins.ts";
import { copyFilledLake } from "./filled-lake.ts";
import { startSite, type RunningSite } from "./site.ts";

export interface AdminSite {
  site: Pick<RunningSite, "origin" | "dataDir" | "env">;
  lake: Pick<ServedLake, "reader" | "writer">;
  /** Between the site and the lake. */
  proxy: FaultProxy;
  stop(): Promise<void>;
}

/** Starts a site with two admins and its own lake, without submissions of other tests. */
export async function startAdminSite(): Promise<AdminSite> {
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
