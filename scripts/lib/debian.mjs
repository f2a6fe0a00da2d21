import { existsSync, readFileSync } from "node:fs";
import { run } from "./run.mjs";

function isDebianRoot() {
  const debian =
    existsSync("/etc/debian_version") ||
    (existsSync("/etc/os-release") && /debian/i.test(readFileSync("/etc/os-release", "utf8")));
  return debian && process.getuid?.() === 0;
}

/**
 * Installs a package of Debian's where that is possible; answers whether it is there now.
 * @param {string} name
 */
export async function installFromDebian(name) {
  if (!isDebianRoot()) return false;
  // RUNLEVEL 1: a package that brings a service does not start it.
  const env = { DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
  await run("apt-get update", "apt-get", ["update", "-qq"], { quiet: true, env });
  const args = ["install", "-y", "-qq", "--no-install-recommends", name];
  const { code } = await run(`apt-get install ${name}`, "apt-get", args, { quiet: true, env });
  return code === 0;
}
