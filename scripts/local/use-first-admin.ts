import { parseEnv } from "../../app/platform/env.server.ts";
import { firstAdmin } from "./first-admin.ts";

/** Lets the first admin in and says how, before the server reads its configuration. What is wrong there the server says itself. */
export async function useFirstAdmin(): Promise<void> {
  try {
    const admin = await firstAdmin(parseEnv(process.env));
    if (!admin) return;
    process.env.ADMIN_EMAILS = admin.email;
    console.log(`\n  Sign in   ${admin.email}, password ${admin.password} (until ADMIN_EMAILS names admins)`);
  } catch {
    // The server meets the same configuration and the same directory next.
  }
}
