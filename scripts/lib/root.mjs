import { fileURLToPath } from "node:url";

/** The project's directory. */
export const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/[\\/]$/, "");
