import { join } from "node:path";
import { createLake, type Lake } from "content-lake";
import type { Logger } from "pino";
import type { Env } from "../app/platform/env.server.ts";

/** True when this process serves its own content lake: nothing else is configured. */
export function wantsEmbeddedLake(env: Env): boolean {
  return env.content.mode === "embedded" && env.content.apiHost === undefined;
}

/**
 * Opens the content lake of this machine. Its address and tokens are put where the site's configuration looks for them,
 * so the site does not know the difference to any other lake. `port` is the one this process listens on.
 */
export async function openEmbeddedLake(env: Env, port: number, log: Logger): Promise<Lake> {
  const lake = await createLake({
    directory: join(env.dataDir, "lake"),
    basePath: "/lake",
    publicUrl: env.publicUrl,
    dataset: env.content.dataset,
    log: (level, message, detail) => log[level]({ ...detail, err: detail?.["error"] }, message),
  });
  process.env.SANITY_API_HOST = `http://127.0.0.1:${port}/lake`;
  process.env.SANITY_API_READ_TOKEN = lake.tokens.read;
  process.env.SANITY_API_WRITE_TOKEN = lake.tokens.write;
  return lake;
}
