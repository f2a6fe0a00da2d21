import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startCluster } from "../../dev/cluster/cluster.ts";
import type { FaultProxy } from "stand-ins/fault-proxy";
import { startSiteProcess } from "./site.ts";

/** `E2E_TOPOLOGY=cluster`: every site of the browser tests is several processes behind Caddy. */
export const isCluster = process.env.E2E_TOPOLOGY === "cluster";

/** A site in one of the two topologies. */
export interface TopologySite {
  origin: string;
  /** With the lake, its tokens and the outbox. */
  dataDir: string;
  /** Settings that find sessions and secrets, for helpers and commands. */
  env: Record<string, string>;
  /** Between the site and the lake; null where the lake is in the process of the site. */
  proxy: FaultProxy | null;
  stop(): Promise<void>;
}

/** Starts a site at `port`; its processes, where there are several, listen from `processPort` on. */
export async function startTopologySite({
  port,
  processPort,
  env,
}: {
  port: number;
  processPort: number;
  env: Record<string, string>;
}): Promise<TopologySite> {
  if (!isCluster) {
    const site = await startSiteProcess({ port, env });
    return { ...site, proxy: null, stop: async () => void (await site.stop()) };
  }
  const cluster = await startCluster({ port, processPort, sites: 2, env, sharesOutbox: true });
  const { dataDir } = cluster.lake;
  mkdirSync(join(dataDir, "outbox"), { recursive: true });
  // For helpers that know only the directory.
  writeFileSync(join(dataDir, "session-secret"), cluster.env.SESSION_SECRET ?? "");
  return {
    origin: cluster.origin,
    dataDir,
    // Commands talk to the process with the lake.
    env: { ...cluster.env, DATA_DIR: dataDir, PORT: String(cluster.lake.port) },
    proxy: cluster.proxy,
    async stop() {
      for (const { program, port: at } of [cluster.lake, ...cluster.sites])
        for (const crash of program.crashes) process.stderr.write(`The process at ${at} ended: ${crash}\n`);
      await cluster.close();
    },
  };
}
