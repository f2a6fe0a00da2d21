import { Secret, TOTP } from "otpauth";
import { vi } from "vitest";
import { ada, sessionCookie, storeAccount } from "../support/admins.ts";
import { mailedLinks, type RunningSite } from "../support/site.ts";
import { WAIT } from "../support/timeouts.ts";

const FRESH = "a fresh start in november";
const BOTH = { newPassword: FRESH, repeated: FRESH };

/**
 * Returns the pages of people with accounts: two-step sign-in set up, used and turned off, a forgotten password, an accepted
 * invitation, a user who is no admin. Ada must be an admin of the site, and Google sign-in on.
 */
export async function readAccountPages(site: RunningSite): Promise<string[]> {
  const pages: string[] = [];
  let cookie = "";

  /** Keeps the page, follows a redirect, and keeps its cookies. */
  async function visit(path: string, fields?: Record<string, string>): Promise<string> {
    const response = await fetch(site.origin + path, {
      ...(fields ? { method: "POST", body: new URLSearchParams(fields) } : {}),
      headers: { cookie },
      redirect: "manual",
    });
    const cookies = response.headers.getSetCookie().map((one) => one.split(";", 1)[0]);
    if (cookies.length > 0) cookie = cookies.join("; ");
    const location = response.headers.get("location");
    if (location) return visit(location);
    const html = await response.text();
    pages.push(html);
    return html;
  }

  /** Returns the path of a link that was mailed. */
  const mailed = (path: string) =>
    vi.waitFor(() => {
      const [found] = mailedLinks(site.dataDir, path);
      if (!found) throw new Error(`No link to ${path} was mailed yet.`);
      return found;
    }, WAIT);

  await storeAccount(site, ada);
  cookie = await sessionCookie(site.dataDir, "nobody@example.com");
  for (const path of ["/login", "/account", "/?notice=not-an-admin"]) await visit(path);
  cookie = await sessionCookie(site.dataDir);
  await visit("/account");
  const started = await visit("/account", { form: "totp-start", password: ada.password });
  const totp = new TOTP({ secret: Secret.fromBase32(/secret=([A-Z2-7]{32})/.exec(started)?.[1] ?? "") });
  const setup = /name="setup" value="([\w-]+)"/.exec(started)?.[1] ?? "";
  await visit("/account", { form: "totp-confirm", setup, code: totp.generate() });
  await visit("/account?done=totp-confirm");
  const signedIn = cookie;
  cookie = "";
  await visit("/login", ada);
  await visit("/login/code?recovery");
  cookie = signedIn;
  await visit("/account", { form: "totp-remove", password: ada.password });
  await visit("/account", { form: "sessions" });
  await visit("/account", { form: "password", password: ada.password, ...BOTH });
  cookie = "";
  for (const path of ["/login", "/login/reset", "/login/reset?token=x", "/login/invitation?token=x"])
    await visit(path);
  await visit("/login/reset", { email: ada.email });
  const reset = await mailed("/login/reset");
  await visit(reset);
  await visit(reset, BOTH);
  cookie = await sessionCookie(site.dataDir);
  await visit("/admin/people", { intent: "invite", email: "eve@example.com", role: "editor" });
  cookie = "";
  await visit(await mailed("/login/invitation"));
  return pages;
}
