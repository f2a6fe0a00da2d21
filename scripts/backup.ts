import { join } from "node:path";
import { parseEnv } from "../app/platform/env.server.ts";
import { keepsContent, takeBackup } from "./backup/take-backup.ts";
import { runCommand } from "./lib/command.ts";

const USAGE = `Usage: npm run backup -- [directory]

Copies DATA_DIR (content, images, submissions, uploads, queue, sessions, secrets) and, with S3, the uploads of the bucket into a
new directory, by default backups/<date and time>, while the site runs. The backup contains personal data and secrets: only its owner may read it.`;

await runCommand({
  usage: USAGE,
  failure: "Backup failed",
  async run(args) {
    if (args.length > 1) return "usage";
    const env = parseEnv(process.env);
    const backup = args[0] ?? join("backups", new Date().toISOString().replaceAll(/[:.]/g, "-"));
    const { files } = await takeBackup(env, backup);
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    console.log(`${files.length} files, ${(bytes / 1_000_000).toFixed(1)} MB: ${backup}`);
    if (!keepsContent(env))
      console.log(
        "Content and submissions are not in it: they are in the dataset, which npm run content:export writes to a file.",
      );
  },
});
