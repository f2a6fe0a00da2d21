import { env } from "./env.instance.server.ts";
import { loadSecret } from "./secret.server.ts";

/** The secret of this process; read, or made on first use of the site, when the first form room is loaded. */
export const secret = loadSecret(env);
