import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv, type Env } from "../app/platform/env.server.ts";
import { createDataDirectory } from "../server/data-directory.ts";

export interface FirstAdmin {
  email: string;
  password: string;
}

/** Reserved for examples (RFC 2606). */
const EMAIL = "admin@example.com";

const LOOPBACK = new Set(["localhost", "127.0.0.1", "::1", "[::1]"]);

/** Whether the site has an embedded lake and only this machine reaches it. */
const isLocalSite = ({ content, host, publicUrl, trustProxy }: Env): boolean =>
  content.mode === "embedded" &&
  content.apiHost === undefined &&
  !trustProxy &&
  LOOPBACK.has(host) &&
  LOOPBACK.has(new URL(publicUrl).hostname);

async function makeAccount(env: Env, { email, password }: FirstAdmin): Promise<void> {
  // Imported here because later starts need none of it.
  const [{ hashPassword, saveAccount }, { openTarget, storeOf }] = await Promise.all([
    import("../app/commands.server.ts"),
    import("./content/target.ts"),
  ]);
  const passwordHash = await hashPassword(password);
  await using target = await openTarget(env, { creates: true });
  await saveAccount(storeOf(target), { email, passwordHash, now: new Date() });
}

const fileOf = ({ dataDir }: Env): string => join(dataDir, "first-admin.json");

function readFirstAdmin(env: Env): FirstAdmin | null {
  const file = fileOf(env);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as FirstAdmin) : null;
}

/** Returns the emails of the administrators: those of ADMIN_EMAILS, else the first admin of a site that only this machine reaches. */
export function adminEmailsOf(env: Env): readonly string[] {
  const first = env.adminEmails.length === 0 && isLocalSite(env) ? readFirstAdmin(env) : null;
  return first ? [first.email] : env.adminEmails;
}

/**
 * Returns the account that may sign in where ADMIN_EMAILS names nobody and only this machine reaches the site; null for any other
 * site. The first start makes it and writes its password to DATA_DIR, beside the lake's tokens. Throws when DATA_DIR cannot be
 * written.
 */
export async function firstAdmin(env: Env): Promise<FirstAdmin | null> {
  if (env.adminEmails.length > 0 || !isLocalSite(env)) return null;
  const made = readFirstAdmin(env);
  if (made) return made;
  createDataDirectory(env.dataDir);
  const admin: FirstAdmin = { email: EMAIL, password: randomBytes(15).toString("base64url") };
  await makeAccount(env, admin);
  writeFileSync(fileOf(env), `${JSON.stringify(admin, null, 2)}\n`, { mode: 0o600, flag: "wx" });
  return admin;
}

/** Returns the environment with the first admin in ADMIN_EMAILS, and prints how to sign in. Leaves errors to the server. */
export async function withFirstAdmin(
  source: Readonly<Record<string, string | undefined>>,
): Promise<Readonly<Record<string, string | undefined>>> {
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
