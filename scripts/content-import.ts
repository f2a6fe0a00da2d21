import { importContent } from "lakelet/content";
import { parseEnv } from "../app/platform/env.server.ts";
import { openTarget } from "./content/target.ts";
import { runCommand } from "./lib/command.ts";

const USAGE = `Usage: npm run content:import -- <file.ndjson | folder | file.tar.gz> [--replace | --missing]

Imports documents and assets into the content store that the environment configures.
  --replace  overwrites existing documents
  --missing  keeps existing documents
Without either, an existing document stops the import.`;

await runCommand({
  usage: USAGE,
  flags: ["replace", "missing"],
  failure: "Import failed",
  async run(args, flags) {
    const [source, ...more] = args;
    if (source === undefined || more.length > 0 || (flags.replace && flags.missing)) return "usage";
    await using target = await openTarget(parseEnv(process.env), { creates: true });
    console.log(`Importing ${source} into ${target.name}, dataset ${target.dataset}`);
    const count = await importContent({
      client: target.client,
      apiHost: target.apiHost,
      source,
      operation: flags.replace ? "createOrReplace" : flags.missing ? "createIfNotExists" : "create",
      onStep: (step) => console.log(`  ${step}`),
    });
    console.log(`${count} documents ${flags.missing ? "checked, the missing ones imported" : "imported"}`);
  },
});
