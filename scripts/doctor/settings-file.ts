import { existsSync, statSync } from "node:fs";
import type { Check } from "./check.ts";

const OF_OTHERS = 0o077;

export const settingsFile: Check = {
  id: "settings-file",
  area: "settings",
  expects: "only the site's user may read .env and DATA_DIR",
  todo: "Take the rights of other users away: chmod 600 .env; chmod 700 DATA_DIR",
  run({ env, envFile }) {
    return [envFile, env.dataDir].flatMap((path) => {
      const mode = existsSync(path) ? statSync(path).mode & 0o777 : 0;
      if ((mode & OF_OTHERS) === 0) return [];
      return [{ wrong: `Other users of this machine may read ${path} (mode ${mode.toString(8)}).` }];
    });
  },
};
