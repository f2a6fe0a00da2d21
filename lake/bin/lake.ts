#!/usr/bin/env node
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { parseArgs } from "node:util";
import { createLake, LakeDirectoryError } from "../src/index.ts";
import type { Lake } from "../src/index.ts";
import { toNodeListener } from "../src/node.ts";

const USAGE = `Usage: lake --directory <path> [--port 3333] [--host 127.0.0.1] [--base-path /lake]
            [--public-url <origin>] [--project-id local] [--dataset production]
            [--public-read]

Serves Sanity's HTTP API from one directory. The tokens are in <path>/tokens.json. --public-read lets callers without one
read published documents.`;

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

const text = { type: "string" } as const;
const { values } = parseArgs({
  options: {
    directory: text,
    port: { ...text, default: "3333" },
    host: { ...text, default: "127.0.0.1" },
    "base-path": { ...text, default: "" },
    "public-url": text,
    "project-id": { ...text, default: "local" },
    dataset: { ...text, default: "production" },
    "public-read": { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
const { directory, host, port } = values;
if (values.help) {
  console.log(USAGE);
  process.exit(0);
}
if (!directory) fail(USAGE);
// No other user of the machine may read the database, tokens and files.
process.umask(0o077);

const opened = Promise.withResolvers<Lake>();
const server = createServer(
  toNodeListener({ answer: async (request) => (await opened.promise).answer(request) }),
);
server.on("error", (error) => fail(`The lake cannot listen on ${host}:${port}: ${error.message}`));
await new Promise<void>((resolve) => server.listen(Number(port), host, resolve));
// With port 0 the system chooses the port, and URLs of assets contain it.
const origin = `http://${host}:${(server.address() as AddressInfo).port}`;
const lake = await createLake({
  directory,
  basePath: values["base-path"],
  publicUrl: values["public-url"] ?? origin,
  projectId: values["project-id"],
  dataset: values.dataset,
  publicRead: values["public-read"],
  log: (level, message, detail) => console[level](message, detail ?? ""),
}).catch((error: unknown) =>
  error instanceof LakeDirectoryError ? fail(error.message) : Promise.reject(error),
);
opened.resolve(lake);
console.log(`Content lake at ${origin}${values["base-path"]} (${directory})`);

function stop(): void {
  server.close();
  void lake.close().finally(() => {
    server.closeAllConnections();
    process.exit(0);
  });
}
process.once("SIGINT", stop);
process.once("SIGTERM", stop);
