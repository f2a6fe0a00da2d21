import { parseArgs } from "node:util";
import { parseEnv } from "../app/platform/env.server.ts";
import { moveToBucket } from "./backup/bucket-files.ts";
import { restoreBackup } from "./backup/restore-backup.ts";

const USAGE = `Usage: npm run restore -- <backup directory> [--force]

Verifies every byte of a backup and restores it to DATA_DIR. Stop the site first. A directory that is not empty is left
unchanged, unless --force moves its files aside. With S3, uploads are moved to the bucket.`;

async function run(): Promise<void> {
  const flag = { type: "boolean", default: false } as const;
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { force: flag, help: flag } });
  const [backup, ...more] = positionals;
  if (values.help || backup === undefined || more.length > 0) {
    console.log(USAGE);
    process.exitCode = values.help ? 0 : 1;
    return;
  }
  const env = parseEnv(process.env);
  const { dataDir, port } = env;
  const { manifest, aside } = await restoreBackup({ backup, dataDir, port, force: values.force });
  console.log(`${manifest.files.length} files of ${manifest.begunAt} restored to ${dataDir}`);
  if (env.s3.on) console.log(`${await moveToBucket(env)} uploads moved to the bucket ${env.s3.bucket}`);
  if (aside) console.log(`The previous data is in ${aside}. Delete it once everything works.`);
}

// Only the owner may read the files that it writes.
process.umask(0o077);
await run().catch((error: unknown) => {
  console.error(`Nothing restored: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
});
