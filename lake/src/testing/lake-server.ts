import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@sanity/client";
import type { SanityClient } from "@sanity/client";
import { createLake } from "../lake.ts";
import type { Lake } from "../lake.ts";
import { toNodeListener } from "../node/index.ts";

export interface TestLake {
  lake: Lake;
  directory: string;
  /** `http://127.0.0.1:<port>/lake` */
  origin: string;
  /** The real client, with the write token. */
  client: SanityClient;
  close(options?: { keepFiles: boolean }): Promise<void>;
}

/** A real lake on a free port of the loopback, below `/lake` as on the site. Without a directory it gets a new one. */
export async function startTestLake(directory = mkdtempSync(join(tmpdir(), "lake-"))): Promise<TestLake> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const publicUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const lake = await createLake({ directory, basePath: "/lake", publicUrl });
  server.on(
    "request",
    toNodeListener((request) => lake.handle(request)),
  );
  const origin = `${publicUrl}/lake`;
  return {
    lake,
    directory,
    origin,
    client: clientFor(origin, lake.tokens.write),
    close: async (options) => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await lake.close();
      if (!options?.keepFiles) rmSync(directory, { recursive: true, force: true });
    },
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
