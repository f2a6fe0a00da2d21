import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Env } from "../../app/platform/env.server.ts";

export interface FirstAdmin {
  email: string;
  password: string;
}

/** Nobody's address (RFC 2606). */
const EMAIL = "admin@example.com";

const LOOPBACK = new Set(["localhost", "127.0.0.1", "::1", "[::1]"]);

/** True for a site that keeps its content itself and that only this machine reaches. */
const isOnlyHere = ({ content, host, publicUrl, trustProxy }: Env): boolean =>
  content.mode === "embedded" &&
  content.apiHost === undefined &&
  !trustProxy &&
  LOOPBACK.has(host) &&
  LOOPBACK.has(new URL(publicUrl).hostname);

async function makeAccount(env: Env, { email, password }: FirstAdmin): Promise<void> {
  // Loaded only here: every later start does without.
  const [{ saveAccount }, { hashPassword }, { openTarget, storeOf }] = await Promise.all([
    import("../../app/auth/account.server.ts"),
    import("../../app/auth/password-hash.server.ts"),
    import("../content/target.ts"),
  ]);
  const passwordHash = await hashPassword(password);
  const target = await openTarget(env);
  try {
    await saveAccount(storeOf(target), { email, passwordHash, now: new Date() });
  } finally {
    await target.close();
  }
}

/**
 * Who may sign in where nobody is named in ADMIN_EMAILS and nobody but this machine can reach the site: an account with a
 * password that is as secret as the lake's tokens beside it in DATA_DIR. Made at the first start; null for any other site.
 * Throws when DATA_DIR cannot be written.
 */
export async function firstAdmin(env: Env): Promise<FirstAdmin | null> {
  if (env.adminEmails.length > 0 || !isOnlyHere(env)) return null;
  const file = join(env.dataDir, "first-admin.json");
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8")) as FirstAdmin;
  const admin: FirstAdmin = { email: EMAIL, password: randomBytes(15).toString("base64url") };
  await makeAccount(env, admin);
  writeFileSync(file, `${JSON.stringify(admin, null, 2)}\n`, { mode: 0o600, flag: "wx" });
  return admin;
}
