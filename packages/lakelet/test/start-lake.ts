import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@sanity/client";
import type { ClientConfig, SanityClient } from "@sanity/client";
import { createLake } from "../src/index.ts";
import type { Lake, LakeOptions } from "../src/index.ts";
import { toNodeListener } from "../src/node.ts";
import type { NodeListenerOptions } from "../src/node.ts";

/** Bytes of documents in memory. `LAKE_CACHE_BYTES=2000` makes the tests read nearly all of them from disk. */
const CACHE_BYTES = process.env["LAKE_CACHE_BYTES"];

/** Creates a temporary directory. */
export const newDirectory = (): string => mkdtempSync(join(tmpdir(), "lake-test-"));

/** Creates a client for a lake. `url` includes the base path. */
export const clientOn = (url: string, config: Partial<ClientConfig> = {}): SanityClient =>
  createClient({
    projectId: "local",
    dataset: "production",
    apiVersion: "2025-02-19",
    apiHost: url,
    useProjectHostname: false,
    useCdn: false,
    maxRetries: 0,
    perspective: "raw",
    ...config,
  });

export interface StartedLake {
  lake: Lake;
  directory: string;
  /** Origin and base path: `http://127.0.0.1:1234/lake`. */
  url: string;
  /** With the write token. */
  writer: SanityClient;
  /** With the read token. */
  reader: SanityClient;
  /** Without a token. */
  anonymous: SanityClient;
  /** Reader and writer. */
  store: { readClient: SanityClient; writeClient: SanityClient };
  /** Stops the server, closes the lake, and deletes the directory unless it was given. */
  stop(): Promise<void>;
}

/** Starts a lake behind an HTTP server, with clients for all kinds of callers. */
export async function startLake(
  options: Partial<LakeOptions> = {},
  listening: NodeListenerOptions = {},
): Promise<StartedLake> {
  const directory = options.directory ?? newDirectory();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const publicUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const cacheBytes = CACHE_BYTES === undefined ? undefined : Number(CACHE_BYTES);
  const lake = await createLake({ publicUrl, basePath: "/lake", cacheBytes, ...options, directory });
  server.on("request", toNodeListener(lake, listening));
  server.on("upgrade", (...request) => lake.upgrade(...request));
  const url = `${publicUrl}/lake`;
  const writer = clientOn(url, { token: lake.tokens.write });
  const reader = clientOn(url, { token: lake.tokens.read });
  return {
    lake,
    directory,
    url,
    writer,
    reader,
    anonymous: clientOn(url),
    store: { readClient: reader, writeClient: writer },
    stop: async () => {
      await lake.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      if (options.directory === undefined) rmSync(directory, { recursive: true, force: true });
    },
  };
}
