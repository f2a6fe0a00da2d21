import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import type { SanityClient } from "@sanity/client";
import { LakeDirectoryError } from "lakelet";
import { toNodeListener } from "lakelet/node";
import type { ContentStore } from "../../app/platform/content-store.server.ts";
import type { Env } from "../../app/platform/env.server.ts";
import { createLog } from "../../app/platform/log.server.ts";
import { createDataDirectory } from "../../server/data-directory.ts";
import { lakeDirectory, notedPort, openEmbeddedLake } from "../../server/embedded-lake.ts";
import { connect } from "../../server/seed/dataset-client.ts";

/** The site's content store, ready to read and write until it is closed. */
export interface ContentTarget extends AsyncDisposable {
  client: SanityClient;
  /** Set unless it is Sanity's own API. */
  apiHost: string | undefined;
  dataset: string;
  /** Name for messages. */
  name: string;
  close(): Promise<void>;
}

/** Returns the store for an operator's script, which has one token for reading and writing. */
export function storeOf({ client }: ContentTarget): ContentStore {
  return { readClient: client, writeClient: client };
}

/** Throws an Error unless the data directory has a lake: DATA_DIR may not be the site's. */
export function requireLake(env: Env): void {
  if (!existsSync(join(lakeDirectory(env), "lake.db")))
    throw new Error(`There is no content in ${resolve(env.dataDir)}. Is DATA_DIR the site's?`);
}

/**
 * Opens the content that the environment configures: hosted Sanity, a lake at SANITY_API_HOST, or the embedded lake in
 * DATA_DIR. The embedded one is reached through the running site, whatever its port; when the site is down it is opened in this process,
 * on a free port of the loopback. A missing lake is created only with `creates`. Throws an Error that says what
 * is missing.
 */
export async function openTarget(env: Env, { creates = false } = {}): Promise<ContentTarget> {
  const { content } = env;
  if (content.siteToken !== undefined)
    throw new Error(
      `The content is in the lake at ${content.apiHost}. Run this command on the machine with that lake.`,
    );
  if (content.mode === "hosted" || content.apiHost !== undefined) {
    const token = content.writeToken;
    if (!token)
      throw new Error("SANITY_API_WRITE_TOKEN is not set. Export and import need a token with write access.");
    const name =
      content.mode === "hosted" ? `Sanity project ${content.projectId}` : `the lake at ${content.apiHost}`;
    return target(env, content.apiHost, token, name, async () => {});
  }
  const directory = lakeDirectory(env);
  if (creates) createDataDirectory(env.dataDir);
  else requireLake(env);
  try {
    return await openDirectory(env, directory);
  } catch (error) {
    if (!(error instanceof LakeDirectoryError)) throw error;
    return throughRunningSite(env, directory, error);
  }
}

async function openDirectory(env: Env, directory: string): Promise<ContentTarget> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const publicUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = () => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  try {
    const lake = await openEmbeddedLake(env, createLog("silent"), { publicUrl, isTool: true });
    server.on("request", toNodeListener(lake));
    return target(env, `${publicUrl}/lake`, lake.tokens.write, `the lake in ${directory}`, async () => {
      await stop();
      await lake.close();
    });
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Connects through the site that has the directory open, by the port that it noted there. Throws when nothing responds on it. */
async function throughRunningSite(env: Env, directory: string, cause: Error): Promise<ContentTarget> {
  const apiHost = `http://127.0.0.1:${notedPort(env) ?? env.port}/lake`;
  try {
    const { write } = JSON.parse(readFileSync(join(directory, "tokens.json"), "utf8")) as { write: string };
    // Not with the client, which would retry a closed port.
    const probe = `${apiHost}/v2025-02-19/data/query/${env.content.dataset}?query=1`;
    const answer = await fetch(probe, { headers: { authorization: `Bearer ${write}` } });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    return target(env, apiHost, write, `the running site at ${apiHost}`, async () => {});
  } catch {
    throw new Error(
      `${cause.message} Nothing that knows its token answers at ${apiHost}; is PORT the site's port?`,
      {
        cause,
      },
    );
  }
}

function target(
  { content: { projectId, dataset } }: Env,
  apiHost: string | undefined,
  token: string,
  name: string,
  close: () => Promise<void>,
): ContentTarget {
  return {
    client: connect({ projectId, dataset, token, apiHost }),
    apiHost,
    dataset,
    name,
    close,
    [Symbol.asyncDispose]: close,
  };
}
