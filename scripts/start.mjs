import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { join } from "node:path";
import { ensureBuilt } from "./lib/build.mjs";
import { ensureInstalled, projectNode } from "./lib/install.mjs";
import { loadEnvFile, root, serverEnv, stopWith } from "./lib/run.mjs";

// npm start: installs what is missing, builds what is stale, then becomes the server. Runs on Node 20 and newer.
// --demo (npm run start:demo) adds a stand-in of Stripe, for test payments; --year beside it a page that moves time on. --dev
// (npm run dev) serves the sources with hot reloading instead of a build.

/**
 * Exits when another program has the port: better now than after the build. The server says so, too.
 * @param {number} port
 * @param {string} host
 */
async function requirePort(port, host) {
  const probe = createServer();
  const error = await new Promise((resolve) => {
    probe.once("error", resolve).listen(port, host, () => resolve(null));
  });
  await new Promise((resolve) => probe.close(resolve));
  if (error?.code === "EADDRINUSE")
    stopWith(`Port ${port} is taken by another program. Stop it, or choose another: PORT=3001 npm start`);
}

const isDev = process.argv.includes("--dev");
const isDemo = process.argv.includes("--demo");
const [entry = "scripts/local-server.ts"] = [
  ...(isDev ? ["dev/server.ts"] : []),
  ...(isDemo ? ["dev/demo-server.ts"] : []),
];
loadEnvFile();

/** @type {import("node:child_process").ChildProcess | undefined} */
let server;
/** @param {NodeJS.Signals} signal */
const stop = (signal) => (server ? server.kill(signal) : process.exit(1));
/** @type {NodeJS.Signals[]} */
const signals = ["SIGINT", "SIGTERM"];
for (const signal of signals) process.on(signal, stop);

await requirePort(Number(process.env.PORT || "3000"), process.env.HOST || "127.0.0.1");
await ensureInstalled();
if (!isDev) await ensureBuilt();

const env = isDev
  ? { NODE_ENV: "development" }
  : { NODE_ENV: process.env.NODE_ENV || "production", LOG_LEVEL: process.env.LOG_LEVEL || "warn" };
const options = isDemo && process.argv.includes("--year") ? ["--year"] : [];
server = spawn(projectNode(), [join(root, entry), ...options], {
  cwd: root,
  stdio: "inherit",
  env: serverEnv(env),
});
server.on("close", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
