import { existsSync, accessSync, constants } from "node:fs";
import { join } from "node:path";
import { root } from "./root.mjs";
import { run } from "./run.mjs";
import { heading, stopWith } from "./say.mjs";
import { whenStale } from "./stale.mjs";

const OLDEST_BOOTSTRAP = 20;

/** @type {[pattern: RegExp, hint: string][]} */
const HINTS = [
  [
    /ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ETIMEDOUT|network/i,
    "The package registry cannot be reached. Check the network (or npm's proxy and registry settings) and try again.",
  ],
  [/EACCES|EPERM|EROFS/i, "npm may not write here. Make the project's directory writable for this user."],
  [/ENOSPC/i, "The disk is full. About 2 GB are needed."],
  [
    /gyp|make: not found|node-pre-gyp/i,
    "A package wants to be compiled and no compiler is there. On Debian: apt-get install build-essential python3",
  ],
  [
    /in sync|Missing: .* from lock file/i,
    "package.json and package-lock.json do not agree. Run npm install and commit both.",
  ],
];

/** @param {string[]} lines */
function explain(lines) {
  const text = lines.join("\n");
  return HINTS.find(([pattern]) => pattern.test(text))?.[1] ?? "npm ci failed; its last lines are above.";
}

function checkMachine() {
  const major = Number(process.versions.node.split(".")[0]);
  if (major < OLDEST_BOOTSTRAP) {
    stopWith(
      `Node ${process.versions.node} is too old even to install the rest. Node ${OLDEST_BOOTSTRAP} or newer is needed.`,
    );
  }
  try {
    accessSync(root, constants.W_OK);
  } catch {
    stopWith(`No permission to write in ${root}.`);
  }
}

/** Installs the locked packages when they are missing or another lockfile's. No package's install script is run. */
export async function ensureInstalled() {
  checkMachine();
  await whenStale(
    "install",
    { inputs: ["package-lock.json"], output: "node_modules/.package-lock.json" },
    async () => {
      heading("Installing packages (a minute or two the first time)");
      const { code, lines } = await run(
        "npm ci",
        "npm",
        ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"],
        { quiet: true },
      );
      if (code !== 0) stopWith(explain(lines));
    },
  );
}

/** The Node that runs the site: the one installed from npm, else this one when it is new enough. */
export function projectNode() {
  const own = join(root, "node_modules/.bin", process.platform === "win32" ? "node.exe" : "node");
  if (existsSync(own)) return own;
  const [major = 0] = process.versions.node.split(".").map(Number);
  if (major >= 24) return process.execPath;
  return stopWith(
    `Node 24 or newer is needed; this is ${process.versions.node}, and npm has none for ${process.platform}-${process.arch}. Install one from nodejs.org.`,
  );
}
