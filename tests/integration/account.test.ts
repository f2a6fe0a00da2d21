import { Secret, TOTP } from "otpauth";
import { beforeEach, describe, expect, test } from "vitest";
import { ada, ADMIN_EMAILS, sessionCookie, storeAccount } from "../support/admins.ts";
import { cookiesOf } from "../support/form-posts.ts";
import { opened } from "../support/opened.ts";
import { startSite } from "../support/site.ts";

const site = opened(() =>
  startSite({
    env: { ADMIN_EMAILS, TRUST_PROXY: "1" },
  }),
);
let account: typeof ada;
let cookie: string;
let made = 0;
beforeEach(async () => {
  account = { email: `joan.${made++}@example.com`, password: ada.password };
  await storeAccount(site, account);
  cookie = await signIn();
});

const request = (path: string, fields?: Record<string, string>, cookie = "") =>
  fetch(site.origin + path, {
    ...(fields ? { method: "POST", body: new URLSearchParams(fields) } : {}),
    headers: { cookie, "x-forwarded-for": `192.0.2.${made}` },
    redirect: "manual",
  });
async function signIn(password = account.password): Promise<string> {
  return cookiesOf(await request("/login", { email: account.email, password }));
}
const post = (form: string, fields: Record<string, string> = {}) =>
  request("/account", { form, password: account.password, ...fields }, cookie);
const page = async () => (await request("/account", undefined, cookie)).text();
const session = async (cookie: string) => (await request("/api/session", undefined, cookie)).json();

/** Begins a set-up; what a browser would hold of it. */
async function begin(): Promise<{ setup: string; totp: TOTP }> {
  const html = await (await post("totp-start")).text();
  const setup = /name="setup" value="([\w-]+)"/.exec(html)?.[1] ?? "";
  const key = /secret=([A-Z2-7]{32})/.exec(html)?.[1] ?? "";
  return { setup, totp: new TOTP({ secret: Secret.fromBase32(key) }) };
}

test("is for whoever is signed in, and in no cache and no index", async () => {
  const stranger = await request("/account");
  expect([stranger.status, stranger.headers.get("location")]).toEqual([302, "/login?redirectTo=%2Faccount"]);
  expect((await request("/account", { form: "password" })).status).toBe(302);
  const response = await request("/account", undefined, cookie);
  expect(response.headers.get("cache-control")).toContain("no-store");
  const html = await response.text();
  expect(html).toContain('name="robots" content="noindex"');
  expect(html).toContain(account.email);
});

test("somebody without a password account sees where to look, and can change nothing", async () => {
  cookie = await sessionCookie(site.dataDir, "nobody@example.com");
  expect(await page()).not.toContain('name="newPassword"');
  expect((await post("password", { newPassword: "a fresh start", repeated: "a fresh start" })).status).toBe(
    403,
  );
});

test("every change but a code asks for the password", async () => {
  for (const form of ["password", "totp-start", "recovery-codes", "totp-remove"]) {
    const answer = await post(form, { password: "wrong password" });
    expect(answer.status).toBe(422);
    const html = await answer.text();
    expect(html).toContain("The password is not correct.");
    expect(html).not.toContain("secret=");
  }
  expect((await post("password", { password: "" })).status).toBe(422);
  expect((await post("nothing known")).status).toBe(400);
});

test("passwords cannot be tried without end", async () => {
  const answers = [];
  for (let index = 0; index < 11; index++)
    answers.push(await post("totp-start", { password: "wrong password" }));
  expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 422), 429]);
  expect((await post("totp-start")).status).toBe(429);
});

describe("a new password", () => {
  const fresh = "a fresh start in november";

  test("ends all other sessions, and the browser that set it stays signed in and known", async () => {
    const other = await signIn();
    const answer = await post("password", { newPassword: fresh, repeated: fresh });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/account?done=password"]);
    const renewed = cookiesOf(answer);
    expect(renewed).toMatch(/known-browser=/);
    for (const ended of [other, cookie]) expect(await session(ended)).toMatchObject({ user: null });
    expect(await session(renewed)).toMatchObject({ user: { email: account.email } });
    cookie = renewed;
    const page = await (await request("/account?done=password", undefined, cookie)).text();
    expect(page).toContain("Your password has been changed.");
    expect(await session(await signIn(fresh))).toMatchObject({ user: { email: account.email } });
    expect(await signIn()).toBe("");
  });

  test("has to be typed twice", async () => {
    const newPassword = "long enough, this";
    const answer = await post("password", { newPassword, repeated: "something else" });
    expect(answer.status).toBe(422);
    const html = await answer.text();
    expect(html).toContain("The passwords do not match.");
    expect(html).not.toContain(newPassword);
  });
});

test("signing out elsewhere ends every session but this one, with a password account and without", async () => {
  for (const own of [cookie, await sessionCookie(site.dataDir, "nobody@example.com")]) {
    const email = own === cookie ? account.email : "nobody@example.com";
    const others = [await sessionCookie(site.dataDir, email), await sessionCookie(site.dataDir, email)];
    const answer = await request("/account", { form: "sessions" }, own);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/account?done=sessions"]);
    const renewed = cookiesOf(answer);
    for (const ended of [...others, own]) expect(await session(ended)).toMatchObject({ user: null });
    expect(await session(renewed)).toMatchObject({ user: { email } });
    const page = await request("/account?done=sessions", undefined, renewed);
    expect(await page.text()).toContain("All other browsers have been signed out.");
  }
});

describe("a second factor", () => {
  test("is set up with a code of the app, shows its recovery codes once, and is asked for", async () => {
    const { setup, totp } = await begin();
    const wrong = await post("totp-confirm", { setup, code: "000000" });
    expect(wrong.status).toBe(422);
    expect(await wrong.text()).toContain(`secret=${totp.secret.base32}`);
    expect((await request("/login", account)).headers.get("location")).toBe("/");
    const done = await post("totp-confirm", { setup, code: totp.generate() });
    const codes = (await done.text()).match(/(?:[A-Z2-7]{4}-){3}[A-Z2-7]{4}/g) ?? [];
    expect(new Set(codes).size).toBe(10);
    const shown = await page();
    expect(shown).toContain("You have 10 recovery codes left.");
    for (const code of codes) expect(shown).not.toContain(code);
    expect((await request("/login", account)).headers.get("location")).toBe("/login/code");
  });

  test("cannot be set up with somebody else's beginning, a changed one, or the code that was used", async () => {
    const { setup, totp } = await begin();
    const code = totp.generate();
    for (const bad of ["", `${setup}A`, setup.replace(/^./, (first) => (first === "A" ? "B" : "A"))])
      expect((await post("totp-confirm", { setup: bad, code })).status).toBe(422);
    const owner = cookie;
    account = { ...account, email: "jean@example.com" };
    await storeAccount(site, account);
    cookie = await signIn();
    expect((await post("totp-confirm", { setup, code })).status).toBe(422);
    expect(await page()).not.toContain("recovery codes left");
    cookie = owner;
    expect((await post("totp-confirm", { setup, code })).status).toBe(200);
  });

  test("whose codes are tried too often waits, and goes on with what was set up", async () => {
    const { setup, totp } = await begin();
    for (let index = 0; index < 10; index++)
      expect((await post("totp-confirm", { setup, code: "000000" })).status).toBe(422);
    const refused = await post("totp-confirm", { setup, code: totp.generate() });
    expect(refused.status).toBe(429);
    const html = await refused.text();
    expect(html).toContain("Too many attempts.");
    expect(html).toContain(`secret=${totp.secret.base32}`);
    // One that has ended begins anew.
    const late = await (await post("totp-confirm", { setup: "", code: "000000" })).text();
    expect([late.includes("Too many attempts."), late.includes("secret=")]).toEqual([true, false]);
  });

  test("gets new recovery codes, which end the old ones, and is turned off", async () => {
    const totp = new TOTP({ secret: new Secret() });
    const old = await storeAccount(site, { ...account, totpSecret: totp.secret.base32 });
    const html = await (await post("recovery-codes")).text();
    const [fresh = ""] = html.match(/(?:[A-Z2-7]{4}-){3}[A-Z2-7]{4}/g) ?? [];
    const step = async () => cookiesOf(await request("/login", account));
    expect((await request("/login/code", { code: old.recoveryCodes[0] ?? "" }, await step())).status).toBe(
      401,
    );
    expect((await request("/login/code", { code: fresh }, await step())).status).toBe(303);
    expect(await page()).toContain("You have 9 recovery codes left.");
    const off = await post("totp-remove");
    expect([off.status, off.headers.get("location")]).toEqual([303, "/account?done=totp-remove"]);
    expect((await request("/login", account)).headers.get("location")).toBe("/");
  });
});
