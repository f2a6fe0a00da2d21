import { parseEnv } from "../../app/platform/env.server.ts";
import { firstAdmin } from "./first-admin.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** The environment with the first admin let in, and says how. What is wrong with it the server says itself. */
export async function withFirstAdmin(source: Environment): Promise<Environment> {
  try {
    const admin = await firstAdmin(parseEnv(source));
    if (!admin) return source;
    console.log(`\n  Sign in   ${admin.email}, password ${admin.password} (until ADMIN_EMAILS names admins)`);
    return { ...source, ADMIN_EMAILS: admin.email };
  } catch {
    // The server meets the same configuration and the same directory next.
    return source;
  }
}
