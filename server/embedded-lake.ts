import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createLake, type Lake, type LakeStats, type SiteSession } from "content-lake";
import { toNodeListener } from "content-lake/node";
import type { Logger } from "pino";
import type { Env } from "../app/platform/env.server.ts";
import type { ContentChange } from "./page-cache/content-changes.ts";

export interface EmbeddedLake {
  /** Answers what arrives below `/lake` on the public port. */
  answer: Lake["answer"];
  /** Answers the site itself. */
  fetch: Lake["fetch"];
  /** Takes the WebSockets of the Studio that arrive there. */
  upgrade: Lake["upgrade"];
  /** Where the site itself reaches the lake. */
  apiHost: string;
  readToken: string;
  writeToken: string;
  /** Hears of every change before the one who made it hears that it is done. */
  onChange(listener: (changes: readonly ContentChange[]) => void): void;
  stats(): LakeStats;
  /** Ends the event streams of who listens to changes; they would keep a stopping server waiting. */
  endStreams(): void;
  close(): Promise<void>;
}

/** True when this process serves its own content lake: nothing else is configured. */
export function wantsEmbeddedLake(env: Env): boolean {
  return env.content.mode === "embedded" && env.content.apiHost === undefined;
}

/**
 * Opens the content lake of this machine. Its address and tokens are put where the site's configuration looks for them,
 * so the site does not know the difference to any other lake. `access` opens it to people, by the site's session. The site reaches it on a loopback port of its own: while
 * the public port is being closed, requests in flight can still be finished.
 */
export async function openEmbeddedLake(
  env: Env,
  log: Logger,
  access: {
    session?: SiteSession;
    origins?: ReadonlySet<string>;
    onQuery?: ((ms: number) => void) | undefined;
  } = {},
): Promise<EmbeddedLake> {
  const lake = await createLake({
    directory: join(env.dataDir, "lake"),
    basePath: "/lake",
    publicUrl: env.publicUrl,
    dataset: env.content.dataset,
    publicRead: env.lakePublicRead,
    ...access,
    ...(env.retain.historyDays ? { historyDays: env.retain.historyDays } : {}),
    log: (level, message, detail) => log[level]({ ...detail, err: detail?.["error"] }, message),
  });
  const inside = createServer(toNodeListener(lake.fetch));
  await new Promise<void>((resolve) => inside.listen(0, "127.0.0.1", resolve));
  const apiHost = `http://127.0.0.1:${(inside.address() as AddressInfo).port}/lake`;
  process.env.SANITY_API_HOST = apiHost;
  process.env.SANITY_API_READ_TOKEN = lake.tokens.read;
  process.env.SANITY_API_WRITE_TOKEN = lake.tokens.write;
  return {
    answer: lake.answer,
    fetch: lake.fetch,
    upgrade: lake.upgrade,
    apiHost,
    readToken: lake.tokens.read,
    writeToken: lake.tokens.write,
    onChange: (listener) =>
      void lake.subscribe(({ changes }) =>
        listener(
          changes.map(({ id, before, after }) => ({
            id,
            types: [before, after].flatMap((document) => (document ? [document._type] : [])),
          })),
        ),
      ),
    stats: () => lake.stats(),
    endStreams: () => lake.endStreams(),
    async close() {
      inside.closeAllConnections();
      inside.close();
      await lake.close();
    },
  };
}
