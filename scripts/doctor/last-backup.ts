import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { isLocal, type Check } from "./check.ts";

const HOUR_MS = 3_600_000;
const MAX_AGE_HOURS = 48;

export const lastBackup: Check = {
  id: "last-backup",
  area: "machine",
  expects: "the last backup in backups/ is younger than two days",
  todo: "Run npm run backup daily (docs/operations.md, Backup).",
  isOn: (env) => !isLocal(env),
  run({ backups, now }) {
    const manifests = (existsSync(backups) ? readdirSync(backups) : [])
      .map((name) => join(backups, name, "manifest.json"))
      .filter((path) => existsSync(path));
    if (manifests.length === 0) return [{ wrong: `There is no backup in ${backups}.` }];
    const newest = Math.max(...manifests.map((path) => statSync(path).mtimeMs));
    const hours = Math.floor((now() - newest) / HOUR_MS);
    return hours > MAX_AGE_HOURS ? [{ wrong: `The last backup is ${hours} hours old.` }] : [];
  },
};
