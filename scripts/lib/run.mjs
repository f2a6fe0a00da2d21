import { spawn } from "node:child_process";
import { root } from "./root.mjs";
import { seconds } from "./say.mjs";
import { toolEnv } from "./tool-env.mjs";

/** A quiet command says every so many milliseconds that it is still at work. */
const HEARTBEAT = 5_000;
/** This much of a failed quiet command's output is shown. */
const TAIL = 60;

/** @param {import("node:child_process").ChildProcess} child */
function collect(child) {
  /** @type {string[]} */
  const lines = [];
  /** @param {Buffer} chunk */
  const keep = (chunk) => {
    lines.push(...String(chunk).split("\n"));
    lines.splice(0, Math.max(0, lines.length - 400));
  };
  child.stdout?.on("data", keep);
  child.stderr?.on("data", keep);
  return lines;
}

/**
 * Runs a command, which sees nothing of the site's configuration but `env`; resolves to its exit code. `quiet` hides the output unless it fails, and shows a line now and then.
 * @param {string} label what is being done, in words
 * @param {string} command
 * @param {string[]} args
 */
export async function run(label, command, args, { quiet = false, env = {}, cwd = root } = {}) {
  const start = Date.now();
  const child = spawn(command, args, {
    cwd,
    env: toolEnv(env),
    stdio: quiet ? ["ignore", "pipe", "pipe"] : ["ignore", "inherit", "inherit"],
  });
  const lines = collect(child);
  const beat = quiet
    ? setInterval(() => process.stdout.write(`   ${label}... ${seconds(start)}\n`), HEARTBEAT)
    : undefined;
  // Whoever ends this ends what it began; a half-done install would go on behind their back.
  let ended = false;
  /** @param {NodeJS.Signals} signal */
  const end = (signal) => {
    ended = true;
    child.kill(signal);
  };
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, end);
  const code = await new Promise((resolve) => {
    child.on("error", (error) => {
      lines.push(error.message);
      resolve(127);
    });
    child.on("close", (exit, signal) => resolve(signal ? 1 : (exit ?? 1)));
  });
  clearInterval(beat);
  for (const signal of ["SIGINT", "SIGTERM"]) process.off(signal, end);
  if (ended) process.exit(1);
  if (quiet && code !== 0) process.stderr.write(`${lines.slice(-TAIL).join("\n")}\n`);
  if (quiet && code === 0) process.stdout.write(`   ${label}: ${seconds(start)}\n`);
  return { code, lines };
}
