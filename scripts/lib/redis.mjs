import { spawnSync } from "node:child_process";
import { installFromDebian } from "./debian.mjs";
import { heading, stopWith } from "./say.mjs";

const isThere = () => spawnSync("redis-server", ["--version"]).status === 0;

/** The real Redis behind the tests' stand-in for Upstash: the one that is there, else Debian's. */
export async function ensureRedis() {
  if (isThere()) return;
  heading("Installing redis-server for the tests");
  if ((await installFromDebian("redis-server")) && isThere()) return;
  stopWith(
    "redis-server is missing, and only root on Debian can have it installed by npm test. Install it so that it is on the PATH (apt-get install redis-server, brew install redis).",
  );
}
