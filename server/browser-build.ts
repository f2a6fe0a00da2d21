import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from "node:fs";
import { join } from "node:path";
import type { Logger } from "pino";
import { NO_PAGE_POLICY } from "./security-headers.ts";
import { FOREVER, readStaticFiles, type StaticFiles } from "./static-files.ts";

/** How many builds before this one keep their files: pages that are open since then still ask for them. */
const EARLIER_BUILDS = 2;

interface BrowserBuildOptions {
  /** Of the build: `assets/` has the files with a hash in their name, beside it is what `public/` has. */
  clientDir: string;
  dataDir: string;
  log: Pick<Logger, "warn">;
}

const filesOf = (directory: string): StaticFiles =>
  readStaticFiles(directory, {
    prefix: "/",
    headers: (path) => [
      "content-security-policy",
      NO_PAGE_POLICY,
      "cache-control",
      path.startsWith("/assets/") ? FOREVER : "public, max-age=3600",
    ],
  });

/**
 * Returns the files of the browser's build, and the hashed ones of the two builds before it. Each start keeps a copy of its own in
 * the data directory, which outlives a deployment however it is made.
 */
export function readBrowserBuild({ clientDir, dataDir, log }: BrowserBuildOptions): StaticFiles {
  const current = filesOf(clientDir);
  try {
    const earlier = keepBuild(clientDir, join(dataDir, "builds")).map(filesOf);
    return new Map([...earlier, current].flatMap((files) => [...files]));
  } catch (error) {
    log.warn({ err: error }, "the files of earlier builds are not served");
    return current;
  }
}

/** Copies a build's hashed files to `kept`, removes all but the latest, and returns the directories of the builds before it. */
function keepBuild(clientDir: string, kept: string): string[] {
  const assets = join(clientDir, "assets");
  if (!existsSync(assets)) return [];
  const id = createHash("sha256").update(readdirSync(assets).sort().join("\n")).digest("hex").slice(0, 16);
  const own = join(kept, id);
  const unfinished = `${kept}-unfinished`;
  if (!existsSync(own)) {
    // Renamed when it is whole, so that an interrupted copy is never served.
    rmSync(unfinished, { recursive: true, force: true });
    cpSync(assets, join(unfinished, "assets"), { recursive: true });
    mkdirSync(kept, { recursive: true });
    renameSync(unfinished, own);
  }
  const now = new Date();
  utimesSync(own, now, now);
  const others = readdirSync(kept)
    .filter((name) => name !== id)
    .map((name) => join(kept, name))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const directory of others.splice(EARLIER_BUILDS)) rmSync(directory, { recursive: true });
  return others;
}
