import { env } from "./env.instance.server.ts";
import { createLog } from "./log.server.ts";

export const log = createLog(env.logLevel);
