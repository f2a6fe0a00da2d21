import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ClientConfig, SanityClient } from "@sanity/client";
import { clientFor } from "../content/client.ts";
import { listen } from "../http/listen.ts";
import { createLake } from "../lake.ts";
import type { Lake } from "../lake.ts";
import { toNodeListener } from "../node.ts";
import type { NodeListenerOptions } from "../node.ts";
import type { LakeOptions } from "../options.ts";

/** A client for each of the two tokens. */
export interface ClientPair {
  readClient: SanityClient;
  writeClient: SanityClient;
}

/** A lake on disk, behind a server on a loopback port. */
export interface ServedLake {
  lake: Lake;
  directory: string;
  /** With the base path: `http://127.0.0.1:<port>/lake`. */
  origin: string;
  /** With the write token, as an app uses it. */
  client: SanityClient;
  /** With the write token, of all documents as they are stored, without retries. */
  writer: SanityClient;
  /** The same with the read token. */
  reader: SanityClient;
  /** The same without a token. */
  anonymous: SanityClient;
  /** An app's clients, one for each token. */
  store: ClientPair;
  /** Method and path of every request so far. */
  requests: string[];
  /** Stops the server, closes the lake and deletes its directory. */
  close(options?: { keepFiles: boolean }): Promise<void>;
}

/** Creates a reading and a writing client for a lake or a proxy of one. */
export function clientPair(
  apiHost: string,
  tokens: { read: string; write: string },
  config: Partial<ClientConfig> = {},
): ClientPair {
  return {
    readClient: clientFor(apiHost, tokens.read, config),
    writeClient: clientFor(apiHost, tokens.write, config),
  };
}

const RAW = { perspective: "raw", maxRetries: 0 } as const;

/**
 * Serves a lake on a free loopback port below `/lake`, by default in a new directory: for tests that need files, processes or
 * options of `createLake`. `startLake` is quicker. `publicRead` is on unless the options say otherwise.
 */
export async function serveLake(
  options: Partial<LakeOptions> = {},
  listening: NodeListenerOptions = {},
): Promise<ServedLake> {
  const directory = options.directory ?? mkdtempSync(join(tmpdir(), "lake-"));
  const server = createServer();
  const publicUrl = `http://127.0.0.1:${(await listen(server)).port}`;
  const lake = await createLake({ publicUrl, basePath: "/lake", publicRead: true, ...options, directory });
  const requests: string[] = [];
  server.on("request", ({ method, url }) => requests.push(`${method} ${url?.split("?")[0]}`));
  server.on("request", toNodeListener(lake, listening));
  server.on("upgrade", (...request) => lake.upgrade(...request));
  const origin = `${publicUrl}/lake`;
  const raw = clientPair(origin, lake.tokens, RAW);
  return {
    lake,
    directory,
    origin,
    client: clientFor(origin, lake.tokens.write),
    writer: raw.writeClient,
    reader: raw.readClient,
    anonymous: clientFor(origin, undefined, RAW),
    store: clientPair(origin, lake.tokens),
    requests,
    close: async (closing) => {
      await lake.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      if (!closing?.keepFiles) rmSync(directory, { recursive: true, force: true });
    },
  };
}
