import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { postForm } from "../support/form-posts.ts";
import { startSiteProcess, type SiteProcess } from "../support/site.ts";

let dataDir: string;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), "site-"));
});
afterAll(() => rmSync(dataDir, { recursive: true }));

async function whileRunning<T>(
  env: Record<string, string>,
  use: (site: SiteProcess) => Promise<T>,
): Promise<T> {
  const site = await startSiteProcess({ entry: "scripts/local-server.ts", dataDir, env });
  try {
    return await use(site);
  } finally {
    await site.stop();
  }
}

const signIn = ({ origin }: SiteProcess, email: string, password: string) =>
  postForm(`${origin}/login`, { email, password, redirectTo: "/admin" });
const admin = ({ origin }: SiteProcess, cookie: string) =>
  fetch(`${origin}/admin`, { redirect: "manual", headers: { cookie } });

it("who starts the site on a machine of their own signs in with what it prints, until admins have names", async () => {
  const cookie = await whileRunning({}, async (site) => {
    const [, email = "", password = ""] = /Sign in {3}(\S+), password (\S+)/.exec(site.output()) ?? [];
    expect((await signIn(site, email, `${password}x`)).status).toBe(401);
    const signedIn = await signIn(site, email, password);
    const cookie = (signedIn.headers.getSetCookie()[0] ?? "").split(";", 1)[0] ?? "";
    expect((await admin(site, cookie)).status).toBe(200);
    return cookie;
  });
  await whileRunning({ ADMIN_EMAILS: "ada@example.com" }, async (site) => {
    expect(site.output()).not.toContain("Sign in ");
    const refused = await admin(site, cookie);
    expect([refused.status, refused.headers.get("location")]).toEqual([302, "/?notice=not-an-admin"]);
  });
});
