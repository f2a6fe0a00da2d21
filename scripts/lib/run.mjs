import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

// Shared by the commands of package.json: the project's directory, the environment, running programs and reporting on them.

/** The project's directory. */
export const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/[\\/]$/, "");

/** How often a quiet command reports that it is still running, in ms. */
const HEARTBEAT_MS = 5_000;
/** How many lines of a failed quiet command are shown. */
const TAIL_LINES = 60;
/** How many lines of output are stored per command. */
const MAX_LINES = 4_000;

/** How the line of a check begins that could not be made, and so neither passed nor failed. */
export const SKIPPED = "Skipped. ";

/** The system, network proxies, npm, Node and the test tools. None of the site's own settings is among them. */
const TOOL_VARIABLES = new RegExp(
  `^(?:${[
    "PATH|HOME|USER|LOGNAME|SHELL|LANG|LANGUAGE|LC_\\w+|TZ|TERM|COLORTERM|NO_COLOR|FORCE_COLOR|TMPDIR|TMP|TEMP|XDG_\\w+",
    "SYSTEMROOT|SYSTEMDRIVE|WINDIR|COMSPEC|PATHEXT|APPDATA|LOCALAPPDATA|PROGRAM\\w+|USERPROFILE|NUMBER_OF_PROCESSORS",
    "(?:HTTP|HTTPS|NO|ALL)_PROXY|SSL_CERT_(?:FILE|DIR)|NPM_CONFIG_.+",
    "CI|NODE_OPTIONS|NODE_EXTRA_CA_CERTS|NODE_COMPILE_CACHE|PLAYWRIGHT_\\w+|CHROMIUM_PATH|TRACE|E2E_PORT|ABUSE_\\w+",
  ].join("|")})$`,
  "i",
);

/** The project's own tools come first, its Node among them. */
const ownPath = () => `${join(root, "node_modules/.bin")}${delimiter}${process.env.PATH ?? ""}`;
const colors = () => (process.stdout.isTTY ? {} : { NO_COLOR: "1" });

/**
 * Returns the environment of builds, tests, browsers and npm: an allow-list plus `extra`. They run code of hundreds of packages,
 * which has no business with the secrets of the site.
 * @param {Record<string, string>} extra
 */
export function toolEnv(extra = {}) {
  const allowed = Object.entries(process.env).filter(([name]) => TOOL_VARIABLES.test(name));
  const env = { ...Object.fromEntries(allowed), ...colors(), PATH: ownPath(), ...extra };
  return /** @type {NodeJS.ProcessEnv} */ (/** @type {unknown} */ (env));
}

/** Returns the environment of the server itself: all of this process's, secrets included. */
export function serverEnv(extra = {}) {
  return { ...process.env, ...colors(), PATH: ownPath(), ...extra };
}

/** Loads `.env`, if there is one, into this process and so into those it starts. Variables that are set already win. */
export function loadEnvFile(file = join(root, ".env")) {
  if (!existsSync(file)) return;
  if (!process.loadEnvFile)
    stopWith(`Node ${process.versions.node} cannot read .env. Node 20.12 or newer is required.`);
  process.loadEnvFile(file);
}

/**
 * Prints the heading of a step.
 * @param {string} text
 */
export function heading(text) {
  process.stdout.write(`\n── ${text}\n`);
}

/**
 * Prints an error that says what to do, and exits with 1.
 * @param {string} message
 * @returns {never}
 */
export function stopWith(message) {
  process.stderr.write(`\n${message}\n`);
  process.exit(1);
}

/**
 * Returns the seconds since `start` (ms), formatted.
 * @param {number} start
 */
export function seconds(start) {
  return `${((Date.now() - start) / 1000).toFixed(1)} s`;
}

/** @param {import("node:child_process").ChildProcess} child */
function collect(child) {
  /** @type {string[]} */
  const lines = [];
  /** @param {Buffer} chunk */
  const keep = (chunk) => {
    lines.push(...String(chunk).split("\n"));
    lines.splice(0, Math.max(0, lines.length - MAX_LINES));
  };
  child.stdout?.on("data", keep);
  child.stderr?.on("data", keep);
  return lines;
}

/**
 * Runs a command with the environment of tools plus `env`. Returns its exit code and its last lines. `quiet` prints a line now and
 * then instead of the output, of which `tail` lines follow when the command fails.
 * @param {string} label what the command does, for the output
 * @param {string} command
 * @param {string[]} args
 */
export async function run(
  label,
  command,
  args,
  { quiet = false, tail = TAIL_LINES, env = {}, cwd = root } = {},
) {
  const start = Date.now();
  const child = spawn(command, args, {
    cwd,
    env: toolEnv(env),
    stdio: quiet ? ["ignore", "pipe", "pipe"] : ["ignore", "inherit", "inherit"],
  });
  const lines = collect(child);
  const beat = quiet
    ? setInterval(() => process.stdout.write(`   ${label}... ${seconds(start)}\n`), HEARTBEAT_MS)
    : undefined;
  // Ctrl-C, or the failure of another step, also ends the command: a half-done install would go on in the background.
  let ended = false;
  /** @param {NodeJS.Signals} signal */
  const end = (signal) => {
    ended = true;
    child.kill(signal);
  };
  const kill = () => child.kill();
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, end);
  process.on("exit", kill);
  const code = await new Promise((resolve) => {
    child.on("error", (error) => {
      lines.push(error.message);
      resolve(127);
    });
    child.on("close", (exit, signal) => resolve(signal ? 1 : (exit ?? 1)));
  });
  clearInterval(beat);
  for (const signal of ["SIGINT", "SIGTERM"]) process.off(signal, end);
  process.off("exit", kill);
  if (ended) process.exit(1);
  if (quiet && code !== 0) process.stderr.write(`${lines.slice(-tail).join("\n")}\n`);
  if (quiet && code === 0) process.stdout.write(`   ${label}: ${seconds(start)}\n`);
  return { code, lines };
}
