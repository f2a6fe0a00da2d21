import { parseEnv } from "./env.server.ts";

/** The configuration of this process: the only place that reads process.env. */
export const env = parseEnv(process.env);
