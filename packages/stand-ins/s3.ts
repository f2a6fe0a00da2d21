import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "@20minutes/s3rver";
import { startFaultProxy, type FaultProxy } from "./fault-proxy.ts";

const BUCKET = "consultancy-uploads";
const OBJECT = "._S3rver_object";

export interface S3StandIn {
  /** How a client reaches the bucket, as environment variables. */
  env: Record<string, string>;
  /** In front of the bucket: what was asked, and faults such as a 503 or a delay. */
  proxy: FaultProxy;
  /** Returns the keys of all objects. */
  keys(): string[];
  /** Deletes all objects. */
  clear(): void;
  close(): Promise<void>;
}

/**
 * Starts an S3 server (s3rver, whose objects are files of a temporary directory) with an empty bucket, behind a proxy. It lists no
 * more than a thousand keys: where there are more, s3rver responds with an error.
 */
export async function startS3StandIn({ port = 0 } = {}): Promise<S3StandIn> {
  const directory = mkdtempSync(join(tmpdir(), "s3-"));
  const server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    directory,
    silent: true,
    // It computes another signature than Amazon for requests about a bucket, and the proxy changes the host.
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: BUCKET }],
  });
  const { port: innerPort } = await server.run();
  const proxy = await startFaultProxy(`http://127.0.0.1:${innerPort}`, { port });
  const bucket = join(directory, BUCKET);
  return {
    env: {
      S3_ENDPOINT: proxy.origin,
      S3_BUCKET: BUCKET,
      S3_REGION: "eu-central-1",
      S3_ACCESS_KEY_ID: "S3RVER",
      S3_SECRET_ACCESS_KEY: "S3RVER",
      S3_FORCE_PATH_STYLE: "true",
    },
    proxy,
    keys: () =>
      readdirSync(bucket, { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(OBJECT))
        .map((name) => name.slice(0, -OBJECT.length))
        .toSorted(),
    clear() {
      for (const name of readdirSync(bucket)) rmSync(join(bucket, name), { recursive: true });
    },
    async close() {
      await proxy.close();
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
