import { join } from "node:path";
import { parseArgs } from "node:util";
import { parseEnv } from "../app/platform/env.server.ts";
import { keepsContent, takeBackup } from "./backup/take-backup.ts";

const USAGE = `Usage: npm run backup -- [directory]

Copies DATA_DIR (content, images, submissions, uploads, queue, sessions, secrets) and, with S3, the uploads of the bucket into a
new directory, by default backups/<date and time>, while the site runs. The backup contains personal data and secrets: only its owner may read it.`;

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: "boolean", default: false } },
  });
  if (values.help || positionals.length > 1) {
    console.log(USAGE);
    process.exitCode = values.help ? 0 : 1;
    return;
  }
  const env = parseEnv(process.env);
  const backup = positionals[0] ?? join("backups", new Date().toISOString().replaceAll(/[:.]/g, "-"));
  const { files } = await takeBackup(env, backup);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  console.log(`${files.length} files, ${(bytes / 1_000_000).toFixed(1)} MB: ${backup}`);
  if (!keepsContent(env))
    console.log(
      "Content and submissions are not in it: they are in the dataset, which npm run content:export writes to a file.",
    );
}

// Only the owner may read the files that it writes.
process.umask(0o077);
await run().catch((error: unknown) => {
  console.error(`Backup failed: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
});
