import { adaAtGoogle, googleClient, startGoogleStandIn } from "stand-ins/google";
import { beforeEach, describe, expect, test } from "vitest";
import { ADMIN_EMAILS } from "../support/admins.ts";
import { opened } from "../support/opened.ts";
import { startSite } from "../support/site.ts";

const google = opened(startGoogleStandIn);
const site = opened(() =>
  startSite({
    env: {
      ADMIN_EMAILS,
      GOOGLE_CLIENT_ID: googleClient.clientId,
      GOOGLE_CLIENT_SECRET: googleClient.clientSecret,
      GOOGLE_API_BASE: google.origin,
    },
  }),
);
beforeEach(() => google.user(adaAtGoogle));

const CALLBACK = "/login/google/callback";

/** A browser's cookies, and nothing else of it. */
class Browser {
  readonly cookies = new Map<string, string>();

  async fetch(url: string, init: RequestInit = {}): Promise<Response> {
    const cookie = Array.from(this.cookies, ([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(new URL(url, site.origin), {
      ...init,
      headers: { cookie },
      redirect: "manual",
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "") this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }

  start(fields: Record<string, string> = {}): Promise<Response> {
    return this.fetch("/login/google", { method: "POST", body: new URLSearchParams(fields) });
  }

  /** From the button through Google's consent to the address it sends the browser back to. */
  async consent(fields: Record<string, string> = {}): Promise<string> {
    const leave = await this.start(fields);
    const back = await fetch(leave.headers.get("location") ?? "", { redirect: "manual" });
    return back.headers.get("location") ?? "";
  }

  async session(): Promise<unknown> {
    return (await this.fetch("/api/session")).json();
  }
}

const location = (response: Response) => response.headers.get("location");

describe("Google on this page", () => {
  test("signs an admin in and goes where the visitor was going", async () => {
    const browser = new Browser();
    const back = await browser.consent({ redirectTo: "/admin?page=2" });
    expect(back.startsWith(`${site.origin}${CALLBACK}?`)).toBe(true);
    const response = await browser.fetch(back);
    expect([response.status, location(response)]).toEqual([303, "/admin?page=2"]);
    expect(await browser.session()).toEqual({
      user: {
        uid: "google:1815",
        email: "ada@example.com",
        name: "Ada Lovelace",
        picture: "https://pictures.example/ada.png",
        provider: "google",
      },
      role: "admin",
    });
    expect([...browser.cookies.keys()]).toEqual(["session"]);
  });

  test("never leads to another site", async () => {
    const browser = new Browser();
    const back = await browser.consent({ redirectTo: "//evil.example" });
    expect(location(await browser.fetch(back))).toBe("/admin");
  });

  test("somebody who is not on the list is signed in and goes home", async () => {
    google.user({ sub: "2", email: "eve@example.com", email_verified: true });
    const browser = new Browser();
    expect(location(await browser.fetch(await browser.consent()))).toBe("/");
    expect(await browser.session()).toMatchObject({ user: { email: "eve@example.com" }, role: null });
  });

  test("an address that Google has not verified is refused", async () => {
    google.user({ ...adaAtGoogle, email_verified: false });
    const browser = new Browser();
    const response = await browser.fetch(await browser.consent({ redirectTo: "/admin" }));
    expect(location(response)).toBe("/login?google=auth%2Funverified-email&redirectTo=%2Fadmin");
    expect(await browser.session()).toEqual({ user: null, role: null });
    const page = await browser.fetch(location(response) ?? "");
    expect(await page.text()).toContain("Failed to sign in with Google.");
  });

  test("the callback's cookie says nothing of what it stands for", async () => {
    const browser = new Browser();
    const response = await browser.start({ redirectTo: "/admin" });
    const verifierIn = Buffer.from(browser.cookies.get("handshake") ?? "", "base64").toString();
    expect(verifierIn).not.toContain("admin");
    expect(response.headers.getSetCookie()[0]).toMatch(/HttpOnly; SameSite=Lax/);
  });
});

describe("what is forged is refused, and signs nobody in", () => {
  const REFUSED = { to: expect.stringMatching(/^\/login\?google=auth%2F/), session: false };
  const comeBack = async (browser: Browser, url: string) => {
    const to = location(await browser.fetch(url));
    return { to, session: browser.cookies.has("session") };
  };

  test("another's way back (login CSRF)", async () => {
    const attacker = new Browser();
    expect(await comeBack(new Browser(), await attacker.consent())).toEqual(REFUSED);
    const victim = new Browser();
    await victim.start();
    expect(await comeBack(victim, await attacker.consent())).toEqual(REFUSED);
  });

  test("the same way back twice", async () => {
    const browser = new Browser();
    const back = await browser.consent();
    const handshake = browser.cookies.get("handshake") ?? "";
    await browser.fetch(back);
    const thief = new Browser();
    thief.cookies.set("handshake", handshake);
    expect(await comeBack(thief, back)).toEqual(REFUSED);
  });

  test.each(["", "?state=x&code=y", "?error=access_denied"])("a bare callback%s", async (query) => {
    expect(await comeBack(new Browser(), CALLBACK + query)).toEqual(REFUSED);
  });

  test("a visit to /login/google leads nowhere", async () => {
    const browser = new Browser();
    expect(location(await browser.fetch("/login/google"))).toBe("/login");
    expect(browser.cookies.size).toBe(0);
  });
});

describe("in a window of its own", () => {
  test("the last page tells the opener, and the session is there", async () => {
    const browser = new Browser();
    const response = await browser.fetch(await browser.consent({ popup: "1" }));
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toContain("no-store");
    expect(await response.text()).toContain("You can close this window.");
    expect(await browser.session()).toMatchObject({ role: "admin" });
  });
});

test("the policy lets the form lead to Google and nowhere else", async () => {
  const policy = (await fetch(`${site.origin}/login`)).headers.get("content-security-policy");
  expect(policy).toContain(`form-action 'self' ${google.origin};`);
});

test("nothing of it is in the log", () => {
  expect(site.output()).not.toMatch(/ada@|Lovelace|google client secret/);
});
