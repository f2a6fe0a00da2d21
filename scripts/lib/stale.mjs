import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { root } from "./run.mjs";

// Records from which sources an output was built, by content.

// The last are types that npm run types writes, also while the site is built: no build has anything of them.
const SKIPPED = new Set(["node_modules", "dist", "build", ".sanity", ".data", ".cache", "sanity.types.ts"]);

/**
 * @param {string} path
 * @returns {Generator<string>}
 */
function* filesBelow(path) {
  if (SKIPPED.has(basename(path)) || !existsSync(path)) return;
  if (statSync(path).isFile()) {
    yield path;
    return;
  }
  for (const name of readdirSync(path).sort()) yield* filesBelow(join(path, name));
}

/**
 * Returns a hash over the names and bytes of everything below the given paths, and over `extra`. All are relative to the project, so
 * that a checkout that was moved or copied stays built.
 * @param {string[]} inputs
 */
export function hashOf(inputs, extra = "") {
  const hash = createHash("sha256").update(extra);
  for (const input of inputs) {
    for (const file of filesBelow(join(root, input)))
      hash.update(relative(root, file)).update("\0").update(readFileSync(file)).update("\0");
  }
  return hash.digest("hex");
}

/**
 * Returns whether `mark` was called for the same content of the same inputs, and `mark`, which records that for the inputs as they are
 * now. Compares content, not dates, so that switching branches back and forth repeats nothing.
 * @param {string} name
 * @param {{ inputs: string[]; extra?: string }} what
 */
export function freshness(name, { inputs, extra }) {
  const stamp = join(root, ".cache", `${name}.sha256`);
  const hash = hashOf(inputs, extra);
  return {
    isFresh: existsSync(stamp) && readFileSync(stamp, "utf8") === hash,
    mark() {
      mkdirSync(join(root, ".cache"), { recursive: true });
      writeFileSync(stamp, hash);
    },
  };
}

/**
 * Runs `work` unless it succeeded before with the same inputs and its `output` still exists.
 * @param {string} name
 * @param {{ inputs: string[]; output: string; extra?: string }} what
 * @param {() => unknown} work
 */
export async function whenStale(name, { output, ...what }, work) {
  const { isFresh, mark } = freshness(name, what);
  if (isFresh && existsSync(join(root, output))) return;
  await work();
  mark();
}
