import type { Check } from "./check.ts";

const MIN_FREE_BYTES = 2_000_000_000;

export const disk: Check = {
  id: "disk",
  area: "machine",
  expects: "2 GB are free on the disk of DATA_DIR",
  todo: "Delete old backups and DATA_DIR/lake/image-cache, or make the disk larger.",
  async run({ env, freeBytes }) {
    const free = await freeBytes(env.dataDir);
    if (free >= MIN_FREE_BYTES) return [];
    return [{ wrong: `${(free / 1e9).toFixed(1)} GB are free for ${env.dataDir}.` }];
  },
};
