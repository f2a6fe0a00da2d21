import { spawn } from "node:child_process";
import { join } from "node:path";
import { loadEnvFile } from "./lib/env-file.mjs";
import { ensureInstalled, projectNode } from "./lib/install.mjs";
import { ensureSite, ensureStudio } from "./lib/build.mjs";
import { root } from "./lib/root.mjs";
import { serverEnv } from "./lib/tool-env.mjs";

// npm start: install what is missing, build what is stale, then become the server. Runs on Node 20 and newer.
// With --demo (npm run start:demo) the server has a stand-in for Stripe: test payments.
const entry = process.argv.includes("--demo") ? "dev/demo-server.ts" : "scripts/local-server.ts";
loadEnvFile();
await ensureInstalled();
await ensureSite();
await ensureStudio();

const server = spawn(projectNode(), [join(root, entry)], {
  cwd: root,
  stdio: "inherit",
  env: serverEnv({
    NODE_ENV: process.env.NODE_ENV || "production",
    LOG_LEVEL: process.env.LOG_LEVEL || "warn",
  }),
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => server.kill(signal));
server.on("close", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
