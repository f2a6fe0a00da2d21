import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/lib/run.mjs";
import { hashOf } from "../../scripts/lib/stale.mjs";
import { freePort } from "./ports.ts";
import { start, waitFor } from "./process.ts";

// Importing the seed takes more than a second of CPU time per site, and the tests start some sixty sites: it is imported once and
// copied. Asset URLs are made of the lake's current origin, so a copy works on another port.

const cache = join(root, ".cache");
/** Files that determine the result of an import. */
const INPUTS = [
  "seed",
  "packages/lakelet/src",
  "server/seed",
  "server/embedded-lake.ts",
  "package-lock.json",
];
let place: string | undefined;

/** Starts a site on an empty directory, which fills its lake, and stores that lake. */
async function keep(target: string): Promise<void> {
  mkdirSync(cache, { recursive: true });
  const dataDir = mkdtempSync(join(cache, "first-start-"));
  const port = await freePort();
  const env = { NODE_ENV: "production", LOG_LEVEL: "warn", PORT: String(port) };
  const site = start([join(root, "server/index.ts")], { ...env, DATA_DIR: dataDir });
  await waitFor(`http://localhost:${port}/readyz`, site);
  await site.stop();
  try {
    renameSync(join(dataDir, "lake"), target);
  } catch (error) {
    // Several workers may do this at once; the first result stays.
    if (!existsSync(target)) throw error;
  }
  rmSync(dataDir, { recursive: true, force: true });
}

/** Copies a lake with the seed into `directory`, which is empty or does not exist. */
export async function copyFilledLake(directory: string): Promise<void> {
  place ??= join(cache, `filled-lake-${hashOf(INPUTS).slice(0, 16)}`);
  if (!existsSync(place)) await keep(place);
  cpSync(place, directory, { recursive: true });
}
