import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { projectNode } from "./install.mjs";
import { root, run, stopWith } from "./run.mjs";
import { whenStale } from "./stale.mjs";

// Builds the site and the Studio when their sources changed.

/** Files to compress; images and fonts are compressed already. */
const TEXT_FILE = /\.(?:js|css|svg|json|txt|xml|webmanifest)$/;
/** Below this size the headers outweigh the savings. */
const MIN_COMPRESSED_BYTES = 512;
const BEST_BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
/** @type {Record<string, (body: Buffer) => Promise<Buffer>>} */
const encoders = {
  ".br": (body) => promisify(brotliCompress)(body, BEST_BROTLI),
  ".gz": (body) => promisify(gzip)(body, { level: 9 }),
};

/**
 * Writes a `.br` and a `.gz`, or only some of them, beside every text file below a directory.
 * @param {string} directory
 */
async function precompress(directory, extensions = Object.keys(encoders)) {
  /** @param {string} file */
  const compress = async (file) => {
    const body = readFileSync(file);
    if (body.length < MIN_COMPRESSED_BYTES) return;
    for (const extension of extensions) {
      const compressed = await encoders[extension]?.(body);
      if (compressed && compressed.length < body.length) writeFileSync(file + extension, compressed);
    }
  };
  const files = readdirSync(directory, { recursive: true, encoding: "utf8" });
  await Promise.all(
    files.filter((name) => TEXT_FILE.test(name)).map((name) => compress(join(directory, name))),
  );
}

/** Keeps Sanity's command line from asking questions and from calling home. */
export const sanityEnv = { DO_NOT_TRACK: "1", CI: "1" };

/** Returns the path of Sanity's command line, wherever npm put it. */
export function sanityCommand() {
  const hoisted = join(root, "node_modules/sanity/bin/sanity");
  return existsSync(hoisted) ? hoisted : join(root, "studio/node_modules/sanity/bin/sanity");
}

/** Returns the Studio's environment: hosted Sanity when the environment names a project, else the embedded lake. */
export function studioEnv() {
  const project = process.env.SANITY_PROJECT_ID ?? "";
  return {
    ...sanityEnv,
    SANITY_STUDIO_PROJECT_ID: project,
    SANITY_STUDIO_DATASET: process.env.SANITY_DATASET || "production",
    SANITY_STUDIO_LAKE_URL: project ? "" : "/lake",
  };
}

/**
 * Runs a step of a build; exits when it fails.
 * @param {string} label
 * @param {string[]} args
 * @param {{ cwd?: string; env: Record<string, string> }} options
 */
async function must(label, args, options) {
  const { code } = await run(label, projectNode(), args, { quiet: true, ...options });
  if (code !== 0) stopWith(`${label} failed. The last lines of its output are above.`);
}

/** Builds the site when its sources changed, and compresses what browsers load of it. */
function ensureSite() {
  const inputs = [
    "app",
    "public",
    // The guides for owners and editors, with their pictures.
    ...["content-guide.md", "first-hour.md", "make-it-yours.md", "gallery"].map((name) => `docs/${name}`),
    "package-lock.json",
    "vite.config.ts",
    "remix.config.js",
    "tsconfig.json",
    "scripts/lib/build.mjs",
  ];
  return whenStale("site", { inputs, output: "build/server/index.js" }, async () => {
    const remix = join(root, "node_modules/@remix-run/dev/dist/cli.js");
    await must("Building the site", [remix, "vite:build"], { env: { NODE_ENV: "production" } });
    await precompress(join(root, "build/client"));
  });
}

/** Builds the Studio and the overlay of its preview when their sources changed, and compresses them. */
function ensureStudio() {
  const env = { ...studioEnv(), NODE_ENV: "production" };
  const files = {
    inputs: [
      "studio",
      "app/model",
      "packages/lakelet/src/studio",
      "packages/lakelet/src/auth/loopback.ts",
      "package-lock.json",
      "scripts/lib/build.mjs",
    ],
    output: "studio/dist/overlay/overlay.js",
    extra: `${env.SANITY_STUDIO_PROJECT_ID}/${env.SANITY_STUDIO_DATASET}`,
  };
  return whenStale("studio", files, async () => {
    const cwd = join(root, "studio");
    await must("Building the Studio", [sanityCommand(), "build", "--yes"], { cwd, env });
    // After the Studio, which empties the directory that both are served from.
    const vite = join(root, "node_modules/vite/bin/vite.js");
    const config = ["build", "-c", "studio/overlay/vite.config.ts"];
    await must("Building the preview's overlay", [vite, ...config], { env });
    // Nine megabytes for a few editors: brotli would take longer to make than it saves.
    await precompress(join(root, "studio/dist"), [".gz"]);
  });
}

/** Builds whatever is stale of the site and the Studio, at the same time. Exits when a build fails. */
export async function ensureBuilt() {
  await Promise.all([ensureSite(), ensureStudio()]);
}
