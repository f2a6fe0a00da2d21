import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startFaultProxy, type FaultProxy } from "stand-ins/fault-proxy";
import { startS3StandIn, type S3StandIn } from "stand-ins/s3";
import { startUpstashStandIn, type UpstashStandIn } from "stand-ins/upstash";
import { root } from "../../scripts/lib/run.mjs";
import { Phoenix } from "../../tests/chaos/phoenix.ts";
import { copyFilledLake } from "../../tests/support/filled-lake.ts";
import { lakeTokens } from "../../tests/support/site.ts";
import { startCaddy, type Caddy } from "./caddy.ts";

/** The processes beside the one with the lake. */
const SITES = 3;

export interface ClusterOptions {
  /** Of Caddy. */
  port: number;
  /** Added to the environment of every process. */
  env?: Record<string, string>;
}

/** A process of the site, which is started again when it ends. */
export interface ClusterProcess {
  /** Past Caddy. */
  origin: string;
  port: number;
  dataDir: string;
  program: Phoenix;
}

export interface Cluster {
  /** Of Caddy. */
  origin: string;
  sites: readonly ClusterProcess[];
  /** The process of the site that has the lake. Caddy sends it `/lake` only. */
  lake: ClusterProcess;
  /** What all processes have in their environment. */
  env: Record<string, string>;
  tokens: { read: string; write: string };
  caddy: Caddy;
  /** Between the site's processes and the lake. */
  proxy: FaultProxy;
  s3: S3StandIn;
  upstash: UpstashStandIn;
  /** Starts another process of the site, and sends it requests once it is ready. */
  join(): Promise<ClusterProcess>;
  /** Resolves when every process is ready. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts the site as docs/operations.md describes it for many machines, on this one: Caddy in front of several processes, another
 * with the lake, Redis behind Upstash's API, an S3 server. Every process has a data directory of its own; all of it is temporary.
 */
export async function startCluster({ port, env: added }: ClusterOptions): Promise<Cluster> {
  const directory = mkdtempSync(join(tmpdir(), "cluster-"));
  const [s3, upstash] = await Promise.all([startS3StandIn(), startUpstashStandIn({ isDurable: true })]);
  const env: Record<string, string> = {
    NODE_ENV: "production",
    LOG_LEVEL: "warn",
    PUBLIC_URL: `http://localhost:${port}`,
    TRUST_PROXY: "true",
    DRAIN_SECONDS: "2",
    SESSION_SECRET: randomBytes(32).toString("base64url"),
    UPSTASH_REDIS_REST_URL: upstash.url,
    UPSTASH_REDIS_REST_TOKEN: upstash.token,
    ...s3.env,
    ...added,
  };
  const processAt = (at: number, name: string, own: Record<string, string>): ClusterProcess => {
    const [origin, dataDir] = [`http://127.0.0.1:${at}`, join(directory, name)];
    const settings = { ...env, ...own, PORT: String(at), DATA_DIR: dataDir };
    return {
      origin,
      port: at,
      dataDir,
      program: new Phoenix([join(root, "tests/support/cold-server.ts")], settings, `${origin}/healthz`),
    };
  };
  const lake = processAt(port + 1, "lake", {});
  await copyFilledLake(join(lake.dataDir, "lake"));
  const tokens = lakeTokens(lake.dataDir);
  const proxy = await startFaultProxy(lake.origin);
  const shared = {
    LAKE_URL: `${proxy.origin}/lake`,
    LAKE_SITE_TOKEN: tokens.site,
    SANITY_API_READ_TOKEN: tokens.read,
    SANITY_API_WRITE_TOKEN: tokens.write,
  };
  const sites: ClusterProcess[] = [];
  const start = (): ClusterProcess => {
    const site = processAt(port + 2 + sites.length, `site-${sites.length + 1}`, shared);
    sites.push(site);
    mkdirSync(site.dataDir, { recursive: true });
    site.program.rise();
    return site;
  };
  const ready = async () => void (await Promise.all([lake, ...sites].map(({ program }) => program.ready())));
  const ports = () => sites.map((site) => site.port);

  lake.program.rise();
  await lake.program.ready();
  for (let n = 0; n < SITES; n++) start();
  await ready();
  const caddy = await startCaddy({ port, sites: ports(), lake: lake.port, trustsForwarded: true });
  return {
    origin: caddy.origin,
    sites,
    lake,
    env,
    tokens,
    caddy,
    proxy,
    s3,
    upstash,
    ready,
    async join() {
      const site = start();
      await site.program.ready();
      await caddy.reload(ports());
      return site;
    },
    async close() {
      await caddy.close();
      // Nothing of it is needed any more.
      await Promise.all([lake, ...sites].map(({ program }) => program.end()));
      await Promise.all([proxy.close(), s3.close(), upstash.close()]);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
