import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./lib/run.mjs";

// A step of npm run check: words that the glossary replaced (scripts/words.json) do not come back, neither as a name or a part of
// one, nor in comments; where only a lower-case name is forbidden, comments may use the word as plain English. Texts between quotes
// are not looked at: visitors' texts have their own rules.

const CODE_FILE = /\.(?:[cm]?[jt]sx?)$/;
/** Generated, or full of samples. */
const SKIPPED = new Set([
  "app/content/sanity.types.ts",
  "scripts/check-words.mjs",
  "scripts/check-words.test.ts",
]);

/** @typedef {{ identifiers: Record<string, string>, comments: Record<string, string> }} Words */

/** @type {Words} */
const words = JSON.parse(readFileSync(join(root, "scripts/words.json"), "utf8"));

/**
 * Matches a name, or a part of one in camel case: `Desk` also in `openDesk` and `DeskOptions`, but not in `Desktop`.
 * @param {string} word
 */
function identifier(word) {
  const start = /^[A-Z]/.test(word) ? "(?<![A-Z])" : "(?<![A-Za-z])";
  return new RegExp(`${start}${word}s?(?![a-z])`);
}

/**
 * Returns a line for each forbidden word in the code of a file.
 * @param {string} text
 * @param {Words} forbidden
 * @returns {string[]}
 */
export function findWords(text, forbidden = words) {
  // A line, its code, its comment.
  const rules = [
    ...Object.entries(forbidden.identifiers).map(([word, instead]) => ({
      word,
      instead,
      pattern: identifier(word),
      part: /[A-Z]/.test(word) ? 0 : 1,
    })),
    ...Object.entries(forbidden.comments).map(([word, instead]) => ({
      word,
      instead,
      pattern: new RegExp(`\\b${word}\\b`, "i"),
      part: 2,
    })),
  ];
  return text.split("\n").flatMap((line, index) => {
    const bare = line.replaceAll(/"(?:\\.|[^"\\])*"/g, '""');
    const parts = [bare, ...bare.split(/(?:^|\s)(?:\/\/|\/?\*)(.*)/)];
    return rules
      .filter(({ pattern, part }) => pattern.test(parts[part] ?? ""))
      .map(({ word, instead }) => `${index + 1}: "${word}" → ${instead}`);
  });
}

function trackedFiles() {
  const { status, stdout } = spawnSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" });
  return status === 0
    ? stdout.split("\0").filter((file) => CODE_FILE.test(file) && !SKIPPED.has(file))
    : null;
}

if (import.meta.main) {
  const files = trackedFiles();
  if (!files) process.stdout.write("Words are not checked: this is not a Git checkout.\n");
  const found = (files ?? []).flatMap((file) => {
    try {
      return findWords(readFileSync(join(root, file), "utf8")).map((line) => `${file}:${line}`);
    } catch (error) {
      // Deleted, but not committed yet.
      if (/** @type {NodeJS.ErrnoException} */ (error).code === "ENOENT") return [];
      throw error;
    }
  });
  process.stdout.write(found.map((line) => `${line}\n`).join(""));
  process.exit(found.length > 0 ? 1 : 0);
}
