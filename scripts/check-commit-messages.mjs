import { spawnSync } from "node:child_process";
import { root } from "./lib/run.mjs";

// A step of npm run check: the subjects of commits since the one that introduced this file follow Conventional Commits. Of a
// shallow clone, those that are there.

const MAX_LENGTH = 72;
const SUBJECT = /^(?:feat|fix|perf|refactor|test|docs|build)(?:\([\w,/-]+\))?!?: \S/;

/**
 * Returns what is wrong with the subject of a commit, or null.
 * @param {string} subject
 */
export function subjectProblem(subject) {
  if (subject.length > MAX_LENGTH) return `has ${subject.length} characters, ${MAX_LENGTH} are allowed`;
  return SUBJECT.test(subject) ? null : "is not `type(scope): summary` (types: see CONTRIBUTING.md)";
}

/**
 * Returns what Git prints, or null when it fails or is missing.
 * @param {string[]} args
 */
function git(...args) {
  const { status, stdout } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  return status === 0 ? stdout.trim() : null;
}

/** Returns the commits to check as lines `hash subject`, or null when there is no history. */
function commits() {
  const path = "scripts/check-commit-messages.mjs";
  const added = git("log", "--diff-filter=A", "--format=%h", "--", path);
  if (added === null) return null;
  const first = added.split("\n").at(-1);
  if (!first) return [];
  const since = git("log", "--no-merges", "--format=%h %s", `${first}..HEAD`) ?? "";
  const own = git("log", "-1", "--no-merges", "--format=%h %s", first) ?? "";
  return [...since.split("\n"), own].filter(Boolean);
}

if (import.meta.main) {
  const lines = commits();
  if (!lines) process.stdout.write("Commit messages are not checked: there is no Git history.\n");
  const problems = (lines ?? []).flatMap((line) => {
    const problem = subjectProblem(line.slice(line.indexOf(" ") + 1));
    return problem ? [`${line}\n   ${problem}\n`] : [];
  });
  process.stdout.write(problems.join(""));
  process.exit(problems.length > 0 ? 1 : 0);
}
