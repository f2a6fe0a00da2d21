import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { hashOf } from "../../scripts/lib/stale.mjs";
import { root } from "../../scripts/lib/run.mjs";
import { freePort } from "./free-port.ts";
import { start, waitFor } from "./process.ts";

// To import the seed costs the first start of a site more than a second of the processor, and all tests together have some
// sixty of them. It is imported once and copied. A lake gives assets the address that it has now, whatever it was then.

const cache = join(root, ".cache");
/** All that decides what an import leaves on the disk. */
const INPUTS = ["seed", "lake/src", "scripts/content", "package-lock.json"];
let place: string | undefined;

/** Starts a site on an empty directory, which fills its lake, and keeps that. */
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
    // Several workers may do this at once; the first one's stays.
    if (!existsSync(target)) throw error;
  }
  rmSync(dataDir, { recursive: true, force: true });
}

/** Puts a lake that holds the seed into `directory`, which is empty or does not exist. */
export async function copyFilledLake(directory: string): Promise<void> {
  place ??= join(cache, `filled-lake-${hashOf(INPUTS).slice(0, 16)}`);
  if (!existsSync(place)) await keep(place);
  cpSync(place, directory, { recursive: true });
}
