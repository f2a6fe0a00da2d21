import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.mjs";

/** Node's argument for the `.env` file, if there is one. */
export function envFileArgs() {
  const file = join(root, ".env");
  return existsSync(file) ? [`--env-file=${file}`] : [];
}
