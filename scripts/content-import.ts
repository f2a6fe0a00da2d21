import { parseArgs } from "node:util";
import { parseEnv } from "../app/platform/env.server.ts";
import { importContent } from "lakelet/content";
import { openTarget } from "./content/target.ts";

const USAGE = `Usage: npm run content:import -- <file.ndjson | folder | file.tar.gz> [--replace | --missing]

Imports documents and assets into the content store that the environment configures.
  --replace  overwrites existing documents
  --missing  keeps existing documents
Without either, an existing document stops the import.`;

async function run(): Promise<void> {
  const flag = { type: "boolean", default: false } as const;
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { replace: flag, missing: flag, help: flag },
  });
  const [source] = positionals;
  if (values.help || source === undefined || positionals.length > 1 || (values.replace && values.missing)) {
    console.log(USAGE);
    process.exitCode = values.help ? 0 : 1;
    return;
  }
  const target = await openTarget(parseEnv(process.env));
  try {
    console.log(`Importing ${source} into ${target.name}, dataset ${target.dataset}`);
    const count = await importContent({
      client: target.client,
      apiHost: target.apiHost,
      source,
      operation: values.replace ? "createOrReplace" : values.missing ? "createIfNotExists" : "create",
      onStep: (step) => console.log(`  ${step}`),
    });
    console.log(`${count} documents ${values.missing ? "checked, the missing ones imported" : "imported"}`);
  } finally {
    await target.close();
  }
}

// Only the owner may read the files that it writes.
process.umask(0o077);
await run().catch((error: unknown) => {
  console.error(`Import failed: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
});
