import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ClientConfig, SanityClient } from "@sanity/client";
import { clientFor } from "../src/content/client.ts";
import type { LakeOptions } from "../src/index.ts";
import type { NodeListenerOptions } from "../src/node.ts";
import { serveLake } from "../src/testing/serve-lake.ts";
import type { ClientPair, ServedLake } from "../src/testing/serve-lake.ts";

/** Bytes of documents in memory. `LAKE_CACHE_BYTES=2000` makes the tests read nearly all of them from disk. */
const CACHE_BYTES = process.env["LAKE_CACHE_BYTES"];

/** Creates a temporary directory. */
export const newDirectory = (): string => mkdtempSync(join(tmpdir(), "lake-test-"));

/** Creates a client for a lake that sees documents as they are stored. `url` includes the base path. */
export const clientOn = (url: string, config: Partial<ClientConfig> = {}): SanityClient =>
  clientFor(url, undefined, { maxRetries: 0, perspective: "raw", ...config });

export interface StartedLake extends Pick<
  ServedLake,
  "lake" | "directory" | "writer" | "reader" | "anonymous"
> {
  /** Origin and base path: `http://127.0.0.1:1234/lake`. */
  url: string;
  /** Reader and writer. */
  store: ClientPair;
  /** Stops the server, closes the lake, and deletes the directory unless it was given. */
  stop(): Promise<void>;
}

/** Starts a lake that is closed to strangers behind an HTTP server. */
export async function startLake(
  options: Partial<LakeOptions> = {},
  listening: NodeListenerOptions = {},
): Promise<StartedLake> {
  const cacheBytes = CACHE_BYTES === undefined ? undefined : Number(CACHE_BYTES);
  const served = await serveLake({ publicRead: false, cacheBytes, ...options }, listening);
  const { origin, reader, writer, close } = served;
  return {
    ...served,
    url: origin,
    store: { readClient: reader, writeClient: writer },
    stop: () => close({ keepFiles: options.directory !== undefined }),
  };
}
