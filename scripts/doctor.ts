import { resolveTxt } from "node:dns/promises";
import { statfs } from "node:fs/promises";
import { join } from "node:path";
import { parseEnv, type Env } from "../app/platform/env.server.ts";
import { CHECKS, FIRST_CHECKS } from "./doctor/checks.ts";
import { examine, report } from "./doctor/examine.ts";
import { mailSend } from "./doctor/mail-send.ts";
import { createEndpoint } from "./doctor/stripe-webhook.ts";
import { runCommand } from "./lib/command.ts";
import { root } from "./lib/run.mjs";

const USAGE = `Usage: npm run doctor -- [--json] [--send]
       npm run doctor -- --create-webhook

Asks every service that the environment configures, and says line by line what is well, what is wrong, what somebody has to look at, and
what to do. Reads only; what a check writes, it removes. Exit code 1 when something is wrong.
  --json            prints the results as JSON
  --send            also sends a test email to each of ADMIN_EMAILS
  --create-webhook  only makes the webhook endpoint at Stripe, and prints its secret; not where there is one`;

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
  flags: ["json", "send", "create-webhook"],
  async run(args, flags) {
    if (args.length > 0) return "usage";
    if (flags["create-webhook"]) return console.log((await createEndpoint(parseEnv(process.env))).join("\n"));
    const env = readEnv();
    // Services cannot be asked with settings that are not valid; the names may say why they are not.
    const checks = env ? CHECKS.filter((check) => check !== mailSend || flags.send) : FIRST_CHECKS;
    const results = await examine(checks, {
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
