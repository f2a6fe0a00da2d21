import { parseArgs } from "node:util";
import { parseEnv } from "../app/platform/env.server.ts";
import { exportContent } from "lakelet/content";
import { openTarget } from "./content/target.ts";

const USAGE = `Usage: npm run content:export -- [file.tar.gz] [--no-assets] [--no-drafts]

Exports the whole dataset, including submissions, to a file that content:import and hosted Sanity can import.`;

async function run(): Promise<void> {
  const flag = { type: "boolean", default: false } as const;
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { "no-assets": flag, "no-drafts": flag, help: flag },
  });
  if (values.help || positionals.length > 1) {
    console.log(USAGE);
    process.exitCode = values.help ? 0 : 1;
    return;
  }
  const target = await openTarget(parseEnv(process.env));
  const file = positionals[0] ?? `${target.dataset}-${new Date().toISOString().replace(/[:.]/g, "-")}.tar.gz`;
  try {
    console.log(`Exporting ${target.name}, dataset ${target.dataset}`);
    const { documents, assets } = await exportContent({
      client: target.client,
      apiHost: target.apiHost,
      dataset: target.dataset,
      target: file,
      assets: !values["no-assets"],
      drafts: !values["no-drafts"],
      onStep: (step) => console.log(`  ${step}`),
    });
    console.log(`${documents} documents and ${assets} assets written to ${file}`);
  } finally {
    await target.close();
  }
}

await run().catch((error: unknown) => {
  console.error(`Export failed: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
});
