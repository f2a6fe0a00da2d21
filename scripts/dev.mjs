import { spawn } from "node:child_process";
import { join } from "node:path";
import { loadEnvFile } from "./lib/env-file.mjs";
import { ensureInstalled, projectNode } from "./lib/install.mjs";
import { root } from "./lib/root.mjs";
import { serverEnv } from "./lib/tool-env.mjs";

// npm run dev: the site with hot reloading, and the content lake in the same process.
loadEnvFile();
await ensureInstalled();
const env = serverEnv({ NODE_ENV: "development" });
const dev = spawn(projectNode(), [join(root, "dev/server.ts")], {
  cwd: root,
  stdio: "inherit",
  env,
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => dev.kill(signal));
dev.on("close", (code) => process.exit(code ?? 0));
