import { resolveTxt } from "node:dns/promises";
import { statfs } from "node:fs/promises";
import { join } from "node:path";
import { parseEnv, type Env } from "../app/platform/env.server.ts";
import { CHECKS, FIRST_CHECKS } from "./doctor/checks.ts";
import { examine, report } from "./doctor/examine.ts";
import { runCommand } from "./lib/command.ts";
import { root } from "./lib/run.mjs";

const USAGE = `Usage: npm run doctor -- [--json]

Asks every service that the environment configures, and says line by line what is well, what is wrong and what to do. Reads only; what a
check writes, it removes. Exit code 1 when something is wrong.
  --json  prints the results as JSON`;

/** Returns null where the settings are not valid. */
function readEnv(): Env | null {
  try {
    return parseEnv(process.env);
  } catch {
    return null;
  }
}

await runCommand({
  usage: USAGE,
  flags: ["json"],
  async run(args, flags) {
    if (args.length > 0) return "usage";
    const env = readEnv();
    // Services cannot be asked with settings that are not valid; the names may say why they are not.
    const results = await examine(env ? CHECKS : FIRST_CHECKS, {
      env: env ?? parseEnv({ DATA_DIR: process.env["DATA_DIR"] }),
      settings: process.env,
      envFile: join(root, ".env"),
      backups: join(root, "backups"),
      now: Date.now,
      resolveTxt,
      async freeBytes(directory) {
        const { bavail, bsize } = await statfs(directory);
        return bavail * bsize;
      },
    });
    if (flags.json) console.log(JSON.stringify(results, null, 2));
    else for (const line of report(results)) console.log(line);
    if (results.some(({ state }) => state === "wrong")) process.exitCode = 1;
  },
});
