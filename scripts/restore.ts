import { parseEnv } from "../app/platform/env.server.ts";
import { moveToBucket } from "./backup/bucket-files.ts";
import { restoreBackup } from "./backup/restore-backup.ts";
import { runCommand } from "./lib/command.ts";

const USAGE = `Usage: npm run restore -- <backup directory> [--force]

Verifies every byte of a backup and restores it to DATA_DIR. Stop the site first. A directory that is not empty is left
unchanged, unless --force moves its files aside. With S3, uploads are moved to the bucket.`;

await runCommand({
  usage: USAGE,
  flags: ["force"],
  failure: "Nothing restored",
  async run(args, flags) {
    const [backup, ...more] = args;
    if (backup === undefined || more.length > 0) return "usage";
    const env = parseEnv(process.env);
    const { dataDir, port } = env;
    const { manifest, aside } = await restoreBackup({ backup, dataDir, port, force: flags.force });
    console.log(`${manifest.files.length} files of ${manifest.begunAt} restored to ${dataDir}`);
    if (env.s3.on) console.log(`${await moveToBucket(env)} uploads moved to the bucket ${env.s3.bucket}`);
    if (aside) console.log(`The previous data is in ${aside}. Delete it once everything works.`);
  },
});
