import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.mjs";

const SKIPPED = new Set(["node_modules", "dist", "build", ".sanity", ".data", ".cache"]);

/**
 * @param {string} path
 * @returns {Generator<string>}
 */
function* filesBelow(path) {
  if (!existsSync(path)) return;
  if (statSync(path).isFile()) {
    yield path;
    return;
  }
  for (const name of readdirSync(path).sort()) {
    if (!SKIPPED.has(name)) yield* filesBelow(join(path, name));
  }
}

/**
 * Hash over names and bytes of everything below the given places (relative to the project), and of `extra`.
 * @param {string[]} inputs
 */
export function hashOf(inputs, extra = "") {
  const hash = createHash("sha256").update(extra);
  for (const input of inputs) {
    for (const file of filesBelow(join(root, input)))
      hash.update(file).update("\0").update(readFileSync(file)).update("\0");
  }
  return hash.digest("hex");
}

/**
 * Does work only when its inputs changed since it last succeeded. Content decides, not dates: a fresh clone and a switch of
 * branches keep what is right. `output` has to exist for the work to count as done.
 * @param {string} name
 * @param {{ inputs: string[]; output: string; extra?: string }} what
 * @param {() => unknown} work
 */
export async function whenStale(name, { inputs, output, extra }, work) {
  const mark = join(root, ".cache", `${name}.sha256`);
  const wanted = hashOf(inputs, extra);
  if (existsSync(join(root, output)) && existsSync(mark) && readFileSync(mark, "utf8") === wanted) return;
  await work();
  mkdirSync(join(root, ".cache"), { recursive: true });
  writeFileSync(mark, wanted);
}
