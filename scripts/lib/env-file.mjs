import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.mjs";
import { stopWith } from "./say.mjs";

/**
 * Reads the `.env` file, if there is one, for this process and those it starts: builds and the server see the same names.
 * What the environment says already stands.
 */
export function loadEnvFile(file = join(root, ".env")) {
  if (!existsSync(file)) return;
  if (!process.loadEnvFile)
    stopWith(`Node ${process.versions.node} cannot read .env; 20.12 or newer is needed for it.`);
  process.loadEnvFile(file);
}
