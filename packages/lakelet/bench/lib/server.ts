/**
 * The lake and bare SQLite behind one node:http server, with the same documents, for the lake's benchmarks.
 *
 *   node bench/lib/server.ts <directory> <documents>      prints {"port", "token", "start"} when it listens
 */
import { createServer } from "node:http";
import { join } from "node:path";
import { createRequestListener } from "@remix-run/node-fetch-server";
import { createLake } from "lakelet";
import { listen } from "../../src/http/listen.ts";
import { toNodeListener } from "../../src/node.ts";
import { openBare } from "./bare-sqlite.ts";
import { documents, fillLake } from "./documents.ts";

const [directory = "", documentCount = "0"] = process.argv.slice(2);
const size = Number(documentCount);
const server = createServer();
const { port } = await listen(server);
const options = { directory: join(directory, "lake"), publicUrl: `http://127.0.0.1:${port}` };

const first = await createLake(options);
await fillLake(first, documents(size));
await first.close();
const started = performance.now();
const used = process.cpuUsage();
const lake = await createLake(options);
const { user, system } = process.cpuUsage(used);
const start = { wall: performance.now() - started, cpu: (user + system) / 1000 };
const bare = openBare(join(directory, "bare.db"));
bare.fill(documents(size));

// Queries in process, as from the site; writes as from the network.
const read = createRequestListener(lake.fetch);
const write = toNodeListener(lake);
server.on("request", (request, response) => {
  if (!request.url?.startsWith("/bare")) (request.method === "GET" ? read : write)(request, response);
  else if (request.method === "GET") bare.read(request, response);
  else void bare.write(request, response);
});
console.log(JSON.stringify({ port, token: lake.tokens.write, start }));

process.once("SIGINT", () => process.exit(0));
