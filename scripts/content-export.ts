import { exportContent } from "lakelet/content";
import { parseEnv } from "../app/platform/env.server.ts";
import { openTarget } from "./content/target.ts";
import { runCommand } from "./lib/command.ts";

const USAGE = `Usage: npm run content:export -- [file.tar.gz] [--no-assets] [--no-drafts]

Exports the whole dataset, including submissions, to a file that content:import and hosted Sanity can import.`;

await runCommand({
  usage: USAGE,
  flags: ["no-assets", "no-drafts"],
  failure: "Export failed",
  async run(args, flags) {
    if (args.length > 1) return "usage";
    await using target = await openTarget(parseEnv(process.env));
    const file = args[0] ?? `${target.dataset}-${new Date().toISOString().replace(/[:.]/g, "-")}.tar.gz`;
    console.log(`Exporting ${target.name}, dataset ${target.dataset}`);
    const { documents, assets } = await exportContent({
      client: target.client,
      apiHost: target.apiHost,
      dataset: target.dataset,
      target: file,
      assets: !flags["no-assets"],
      drafts: !flags["no-drafts"],
      onStep: (step) => console.log(`  ${step}`),
    });
    console.log(`${documents} documents and ${assets} assets written to ${file}`);
  },
});
