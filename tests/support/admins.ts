import { randomBytes, scryptSync } from "node:crypto";
import type { BrowserContext } from "@playwright/test";
import { accountId, saveAccount } from "../../app/auth/accounts.server.ts";
import { newSecondFactor } from "../../app/auth/second-factor.server.ts";
import type { CurrentUser } from "../../app/auth/session.ts";
import { openSessions } from "../../app/auth/sessions.server.ts";
import type { Role } from "../../app/model/roles.ts";
import { parseEnv } from "../../app/platform/env.server.ts";
import { loadSecret } from "../../app/platform/secret.server.ts";
import { runScript } from "./process.ts";
import { lakeClient, lakeTokens } from "./site.ts";

/** The two admins of the test sites. */
export const ADMIN_EMAILS = "ada@example.com,grace@example.com";
export const ada = { email: "ada@example.com", password: "difference engine no. 2" };

interface Site {
  origin: string;
  dataDir: string;
}

/** Runs a command of the project on a running site. Resolves to its exit code and output. */
export const runOnSite = (
  { origin, dataDir }: Site,
  name: string,
  args: readonly string[],
  env: Record<string, string> = {},
  input = "",
) => runScript(name, args, { PORT: new URL(origin).port, DATA_DIR: dataDir, ADMIN_EMAILS, ...env }, input);

/** Runs `npm run admin:create` on a running site with piped passwords. Resolves to its output. */
export function createAccount(
  site: Site,
  { email, password, again = password }: { email: string; password: string; again?: string },
  env: Record<string, string> = {},
  flags: readonly string[] = [],
): Promise<{ code: number; output: string }> {
  return runOnSite(site, "admin-create", [email, ...flags], env, `${password}\n${again}\n`);
}

/** A stored password at a hundredth of the usual cost: a hash names its own parameters, and the site verifies with those. */
function cheapHash(password: string): string {
  const cost = { N: 1024, r: 8, p: 1 };
  const salt = randomBytes(16);
  const key = scryptSync(password.normalize("NFKC"), salt, 32, cost);
  return `scrypt$N=${cost.N},r=${cost.r},p=${cost.p}$${salt.toString("base64url")}$${key.toString("base64url")}`;
}

/** The same without the command, in a tenth of the time. With a `totpSecret`, signing in asks for its codes. */
export async function storeAccount(
  site: Site,
  { email, password, totpSecret }: { email: string; password: string; totpSecret?: string },
): Promise<{ recoveryCodes: string[] }> {
  const now = new Date();
  const secret = loadSecret(parseEnv({ DATA_DIR: site.dataDir }));
  const totp = totpSecret
    ? newSecondFactor(totpSecret, { accountId: accountId(email), secret, step: 0, now })
    : { secondFactor: null, recoveryCodes: [] };
  const client = lakeClient(site, lakeTokens(site.dataDir).write);
  const passwordHash = cheapHash(password);
  const { secondFactor, recoveryCodes } = totp;
  await saveAccount({ readClient: client, writeClient: client }, { email, passwordHash, secondFactor, now });
  return { recoveryCodes };
}

/**
 * Signs in without the form: writes a session to the running site's store, without password and throttle. Resolves to the Cookie
 * header.
 */
export async function sessionCookie(
  dataDir: string,
  email: string = ada.email,
  role: Role | null = null,
): Promise<string> {
  return signInAt({ env: { DATA_DIR: dataDir } }, email, role);
}

/** The same at a site whose settings say where its sessions are. */
export async function signInAt(
  site: { env: Record<string, string> },
  email: string = ada.email,
  role: Role | null = null,
): Promise<string> {
  const user: CurrentUser = {
    uid: `password:${email}`,
    email,
    name: null,
    picture: null,
    provider: "password",
  };
  const env = parseEnv({ ...site.env, LOG_LEVEL: "silent" });
  const { store, visitorsWith } = openSessions(env, loadSecret(env));
  try {
    const visitors = visitorsWith({ passive: false });
    const cookie = await visitors.signIn(new Request("http://site.test"), user, role);
    return cookie.split(";", 1)[0] ?? "";
  } finally {
    store.close?.();
  }
}

/** The same for every page of a browser context. */
export async function signInContext(
  context: BrowserContext,
  site: { origin: string; env: Record<string, string> },
  email?: string,
  role?: Role,
): Promise<void> {
  const [name = "", value = ""] = (await signInAt(site, email, role)).split(/=(.*)/s);
  await context.addCookies([{ name, value, url: site.origin, httpOnly: true, sameSite: "Lax" }]);
}
