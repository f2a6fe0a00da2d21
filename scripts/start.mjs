import { spawn } from "node:child_process";
import { join } from "node:path";
import { ensureBuilt } from "./lib/build.mjs";
import { ensureInstalled, installPrograms, projectNode } from "./lib/install.mjs";
import { loadEnvFile, root, serverEnv } from "./lib/run.mjs";

// npm start: installs what is missing, builds what is stale, then becomes the server. Runs on Node 20 and newer.
// --demo (npm run start:demo) adds a double of Stripe, for test payments. --cluster (npm run start:cluster) starts several
// processes behind Caddy. --dev (npm run dev) serves the sources with hot reloading instead of a build.

const isDev = process.argv.includes("--dev");
const isDemo = process.argv.includes("--demo");
const isCluster = process.argv.includes("--cluster");
const [entry = "scripts/local-server.ts"] = [
  ...(isDev ? ["dev/server.ts"] : []),
  ...(isDemo ? ["dev/demo-server.ts"] : []),
  ...(isCluster ? ["dev/cluster-server.ts"] : []),
];
loadEnvFile();
await Promise.all([ensureInstalled(), ...(isCluster ? [installPrograms(["redis-server", "caddy"])] : [])]);
if (!isDev) await ensureBuilt();

const env = isDev
  ? { NODE_ENV: "development" }
  : { NODE_ENV: process.env.NODE_ENV || "production", LOG_LEVEL: process.env.LOG_LEVEL || "warn" };
const server = spawn(projectNode(), [join(root, entry)], {
  cwd: root,
  stdio: "inherit",
  env: serverEnv(env),
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => server.kill(signal));
server.on("close", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
