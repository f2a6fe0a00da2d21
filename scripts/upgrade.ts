import type { SanityClient } from "@sanity/client";
import { parseEnv } from "../app/platform/env.server.ts";
import { openTarget } from "./content/target.ts";
import { runCommand } from "./lib/command.ts";

const USAGE = `Usage: npm run upgrade

Brings what an earlier version of the site has stored into the form of this one (docs/upgrade.md). The site may keep running. Running it
again, or after it was cut off, upgrades what is left.`;

interface UpgradeStep {
  /** What it writes, in a few words, such as "Names of payment states". */
  name: string;
  /**
   * Writes each document at the revision that was read, and finds nothing to do a second time. Returns the number of documents
   * that were written.
   */
  run(client: SanityClient): Promise<number>;
}

/** The oldest first. A step stays as long as a version before it can be upgraded from. */
const STEPS: readonly UpgradeStep[] = [];

await runCommand({
  usage: USAGE,
  failure: "Not upgraded",
  async run(args) {
    if (args.length > 0) return "usage";
    await using target = await openTarget(parseEnv(process.env));
    let upgraded = 0;
    for (const step of STEPS) {
      const count = await step.run(target.client);
      if (count > 0) console.log(`${step.name}: ${count}.`);
      upgraded += count;
    }
    if (upgraded === 0) console.log("Nothing to upgrade.");
  },
});
