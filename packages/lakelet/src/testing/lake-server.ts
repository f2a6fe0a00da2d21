import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@sanity/client";
import type { ClientConfig, SanityClient } from "@sanity/client";
import { createLake } from "../lake.ts";
import type { Lake } from "../lake.ts";
import type { LakeOptions } from "../options.ts";
import { toNodeListener } from "../node.ts";

export interface ClientPair {
  readClient: SanityClient;
  writeClient: SanityClient;
}

export interface TestLake {
  lake: Lake;
  directory: string;
  /** `http://127.0.0.1:<port>/lake` */
  origin: string;
  /** The real client, with the write token. */
  client: SanityClient;
  /** One client for each token. */
  store: ClientPair;
  /** Method and path of every request so far. */
  requests: string[];
  close(options?: { keepFiles: boolean }): Promise<void>;
}

/**
 * Starts a lake on a free loopback port, below `/lake` as on the site, by default in a new directory. `publicRead` is on, for
 * sites in other processes. `publicUrl` is for a lake whose public URL differs from its own.
 */
export async function startTestLake(
  directory = mkdtempSync(join(tmpdir(), "lake-")),
  publicUrl?: string,
  options: Pick<LakeOptions, "images" | "session"> = {},
): Promise<TestLake> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const lake = await createLake({
    directory,
    basePath: "/lake",
    publicUrl: publicUrl ?? address,
    publicRead: true,
    ...options,
  });
  const requests: string[] = [];
  server.on("request", ({ method, url }) => requests.push(`${method} ${url?.split("?")[0]}`));
  server.on("request", toNodeListener(lake));
  const origin = `${address}/lake`;
  return {
    lake,
    directory,
    origin,
    client: clientFor(origin, lake.tokens.write),
    store: clientPair(origin, lake.tokens),
    requests,
    close: async (options) => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await lake.close();
      if (!options?.keepFiles) rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Creates a reading and a writing client for a lake or a proxy of one. */
export function clientPair(
  apiHost: string,
  tokens: { read: string; write: string },
  config: Partial<ClientConfig> = {},
): ClientPair {
  return {
    readClient: clientFor(apiHost, tokens.read).withConfig(config),
    writeClient: clientFor(apiHost, tokens.write).withConfig(config),
  };
}

export function clientFor(apiHost: string, token?: string): SanityClient {
  return createClient({
    apiHost,
    useProjectHostname: false,
    projectId: "local",
    dataset: "production",
    apiVersion: "2025-02-19",
    useCdn: false,
    ...(token === undefined ? {} : { token }),
  });
}
