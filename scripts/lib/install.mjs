import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { heading, root, run, stopWith } from "./run.mjs";

// Installs missing dependencies: packages and Node from npm, Chromium and Redis from Debian. Runs on Node 20, before node_modules exists.

const OLDEST_NODE = 20;
/** The Node that the site itself needs. */
const SITE_NODE = 24;
/** Chromium without windows: the same engine, and the tests take two thirds of the CPU time. */
const CHROMIUM_SHELL = "/usr/bin/chromium-headless-shell";
const CHROMIUM_PATHS = [
  CHROMIUM_SHELL,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

/** @type {[pattern: RegExp, hint: string][]} */
const HINTS = [
  [
    /ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ETIMEDOUT|network/i,
    "The package registry cannot be reached. Check the network (or npm's proxy and registry settings) and try again.",
  ],
  [
    /EACCES|EPERM|EROFS/i,
    "npm has no permission to write. Make the project's directory writable for this user.",
  ],
  [/ENOSPC/i, "The disk is full. About 2 GB are needed."],
  [
    /gyp|make: not found|node-pre-gyp/i,
    "A package needs a compiler. On Debian: apt-get install build-essential python3",
  ],
  [
    /in sync|Missing: .* from lock file/i,
    "package.json and package-lock.json do not match. Run npm install and commit both.",
  ],
];

function checkMachine() {
  const major = Number(process.versions.node.split(".")[0]);
  if (major < OLDEST_NODE)
    stopWith(
      `Node ${process.versions.node} is too old to install the dependencies. Node ${OLDEST_NODE} or newer is required.`,
    );
  try {
    accessSync(root, constants.W_OK);
  } catch {
    stopWith(`No permission to write in ${root}.`);
  }
}

/** @param {string} file */
function packagesIn(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).packages : undefined;
}

/**
 * Returns whether the packages below a directory are those of its lock file, by the list that npm writes last, whoever ran it.
 * Packages for other systems are missing from that list.
 */
export function isInstalled(directory = root) {
  const locked = packagesIn(join(directory, "package-lock.json"));
  const installed = packagesIn(join(directory, "node_modules/.package-lock.json"));
  if (!locked || !installed) return false;
  return Object.entries(locked).every(([path, { version, integrity, optional, devOptional, peer }]) => {
    const found = installed[path];
    if (!found) return path === "" || optional || devOptional || peer;
    return found.version === version && found.integrity === integrity;
  });
}

/** Installs the locked packages when others are there or none. Runs no package's install script. */
export async function ensureInstalled() {
  checkMachine();
  if (isInstalled()) return;
  heading("Installing packages (a minute or two the first time)");
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const { code, lines } = await run("npm ci", "npm", ["ci", ...flags], { quiet: true });
  if (code === 0) return;
  const text = lines.join("\n");
  stopWith(
    HINTS.find(([pattern]) => pattern.test(text))?.[1] ??
      "npm ci failed. The last lines of its output are above.",
  );
}

/** Returns the Node that runs the site: the one from npm, else this one when it is new enough. */
export function projectNode() {
  const own = join(root, "node_modules/.bin", process.platform === "win32" ? "node.exe" : "node");
  if (existsSync(own)) return own;
  const [major = 0] = process.versions.node.split(".").map(Number);
  if (major >= SITE_NODE) return process.execPath;
  return stopWith(
    `Node ${SITE_NODE} or newer is needed; this is ${process.versions.node}, and npm has none for ${process.platform}-${process.arch}. Install one from nodejs.org.`,
  );
}

function isDebianRoot() {
  const isDebian =
    existsSync("/etc/debian_version") ||
    (existsSync("/etc/os-release") && /debian/i.test(readFileSync("/etc/os-release", "utf8")));
  return isDebian && process.getuid?.() === 0;
}

/** @param {string} name */
const runs = (name, argument = "--version") => spawnSync(name, [argument]).status === 0;
const hasRedis = () => runs("redis-server");
const hasCaddy = () => runs("caddy", "version");
const needsChromium = () => !process.env.CHROMIUM_PATH && !existsSync(CHROMIUM_SHELL);

/** @type {Record<string, () => boolean>} */
const IS_MISSING = {
  "redis-server": () => !hasRedis(),
  caddy: () => !hasCaddy(),
  nginx: () => !existsSync("/usr/sbin/nginx"),
  "chromium-headless-shell": needsChromium,
  procps: () => !runs("ps"),
  "firefox-esr": () => !existsSync("/usr/bin/firefox-esr"),
  "webkit2gtk-driver": () => !existsSync("/usr/bin/WebKitWebDriver"),
  xvfb: () => !existsSync("/usr/bin/xvfb-run"),
  xauth: () => !existsSync("/usr/bin/xauth"),
};

const FOR_THE_GATE = ["redis-server", "caddy", "nginx", "chromium-headless-shell", "procps"];

/** Browsers of `npm run test:browsers`; not for the gate. */
const OTHER_BROWSERS = ["firefox-esr", "webkit2gtk-driver", "xvfb", "xauth"];

/** Installs Firefox, WebKit and a display without a screen, and exits where that is not possible. */
export async function ensureOtherBrowsers() {
  await installPrograms(OTHER_BROWSERS);
  const missing = OTHER_BROWSERS.filter((name) => IS_MISSING[name]?.());
  if (missing.length > 0)
    stopWith(`${missing.join(", ")} missing. On Debian: apt-get install ${missing.join(" ")}`);
}

/**
 * Installs programs that tests need, where Debian has them. Needs no package of npm, so that both can be downloaded at the same time.
 * @param {string[]} names Debian packages; those of `npm test` by default
 */
export async function installPrograms(names = FOR_THE_GATE) {
  const missing = names.filter((name) => IS_MISSING[name]?.());
  if (missing.length === 0 || !isDebianRoot()) return;
  heading(`Installing ${missing.join(" and ")}`);
  // RUNLEVEL 1: a package that brings a service does not start it.
  const options = { quiet: true, env: { DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" } };
  await run("apt-get update", "apt-get", ["update", "-qq"], options);
  // One by one, because a Debian release may lack one of them.
  for (const name of missing) {
    const args = ["install", "-y", "-qq", "--no-install-recommends", name];
    await run(`apt-get install ${name}`, "apt-get", args, options);
  }
}

/** Exits when there is no Redis, which the tests need behind their stand-in of Upstash, or no Caddy for those with several processes. */
export function requireServers() {
  const missing = [...(hasRedis() ? [] : ["redis-server"]), ...(hasCaddy() ? [] : ["caddy"])];
  if (missing.length === 0) return;
  stopWith(
    `${missing.join(" and ")} missing, and only root on Debian can have it installed by npm test. Install it so that it is on the PATH (apt-get install redis-server caddy, brew install redis caddy).`,
  );
}

/** Returns the path of a browser for the tests, or "" for Playwright's own, which it installs when there is no other. */
export async function ensureChromium() {
  const found = process.env.CHROMIUM_PATH || CHROMIUM_PATHS.find((path) => existsSync(path));
  if (found) return found;
  heading("A browser for the browser tests");
  const cli = join(root, "node_modules/playwright/cli.js");
  const args = [cli, "install", "--with-deps", "--only-shell", "chromium"];
  const { code } = await run("playwright install chromium", projectNode(), args, { quiet: true });
  if (code !== 0)
    stopWith(
      "No Chromium could be installed. Install one and name it: CHROMIUM_PATH=/path/to/chromium npm test",
    );
  return "";
}
