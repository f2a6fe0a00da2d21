import { beforeAll, describe, expect, test } from "vitest";
import { ada, ADMIN_EMAILS, createAccount, storeAccount } from "../support/admins.ts";
import { postForm } from "../support/form-posts.ts";
import { opened } from "../support/opened.ts";
import { lakeClient, lakeTokens, startSite } from "../support/site.ts";

const REFUSED = "Failed to sign in. Please check your credentials.";
const eve = { email: "eve@example.com", password: "curiouser and curiouser" };

const site = opened(() => startSite({ env: { ADMIN_EMAILS } }));
beforeAll(async () => {
  // Most tests sign in as Ada, whose hash costs a hundredth of Eve's.
  await storeAccount(site, ada);
  expect(await createAccount(site, eve)).toMatchObject({ code: 0 });
});

const post = (path: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  postForm(site.origin + path, fields, headers);
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(site.origin + path, { headers, redirect: "manual" });
const where = (response: Response) => [response.status, response.headers.get("location")];
const cookieOf = (response: Response) => response.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "";
const session = async (cookie: string) => (await get("/api/session", { cookie })).json();
const signIn = async (account = ada) => cookieOf(await post("/login", account));

describe("signing in with a password", () => {
  test("after a mistyped password goes where it was going, without scripts too", async () => {
    const html = await (await get("/login?redirectTo=%2Fadmin%2Fpeople")).text();
    const action = /<form(?=[^>]* id="sign-in")[^>]* action="([^"]+)"/.exec(html)?.[1] ?? "";
    const refused = await post(action, {
      email: ada.email,
      password: "mistyped",
      redirectTo: "/admin/people",
    });
    expect(refused.status).toBe(401);
    expect(await refused.text()).toContain('name="redirectTo" value="/admin/people"');
  });

  test("redirects to the dashboard, with a cookie that only the server reads", async () => {
    const response = await post("/login", { ...ada, email: " Ada@Example.com " });
    expect(where(response)).toEqual([303, "/admin"]);
    expect(response.headers.get("cache-control")).toContain("no-store");
    const [cookie = ""] = response.headers.getSetCookie();
    expect(cookie).toMatch(/^session=[^;]+; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(await session(cookieOf(response))).toEqual({
      user: {
        uid: expect.stringMatching(/^password:account\.[0-9a-f]{64}$/),
        email: ada.email,
        name: null,
        picture: null,
        provider: "password",
      },
      role: "admin",
    });
  });

  test("goes on to the page that was asked for, and to no other site", async () => {
    const to = async (redirectTo: string) => where(await post("/login", { ...ada, redirectTo }));
    expect(await to("/admin?status=new")).toEqual([303, "/admin?status=new"]);
    expect(await to("//evil.example/")).toEqual([303, "/admin"]);
  });

  test("somebody who is no admin is signed in, and goes home", async () => {
    const response = await post("/login", eve);
    expect(where(response)).toEqual([303, "/"]);
    expect(await session(cookieOf(response))).toMatchObject({ user: { email: eve.email }, role: null });
  });

  test("wrong password and unknown email get the same page, with the address and without the password", async () => {
    const wrong = await post("/login", { ...ada, password: "wrong password" });
    const unknown = await post("/login", { email: "nobody@example.com", password: "wrong password" });
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    const refused = await wrong.text();
    for (const text of [REFUSED, `value="${ada.email}"`]) expect(refused).toContain(text);
    expect(refused).not.toContain("wrong password");
    const html = refused.replaceAll(ada.email, "nobody@example.com");
    expect((await unknown.text()) === html).toBe(true);
    expect([wrong, unknown].flatMap((response) => response.headers.getSetCookie())).toEqual([]);
  });

  test("both fields are required", async () => {
    const response = await post("/login", { email: "", password: "" });
    expect(response.status).toBe(422);
    const html = await response.text();
    for (const text of ["Email is required", "Password is required"]) expect(html).toContain(text);
  });
});

describe("sessions", () => {
  test("every sign-in has a new id and ends the one it came with", async () => {
    const first = await signIn();
    const second = cookieOf(await post("/login", ada, { cookie: first }));
    expect(second).not.toBe(first);
    expect(await session(first)).toEqual({ user: null, role: null });
    expect(await session(second)).toMatchObject({ role: "admin" });
  });

  test("a cookie that somebody planted is not the one that is signed in", async () => {
    const planted = "session=eyJhbGljZSI6MX0.abcdef";
    const after = cookieOf(await post("/login", ada, { cookie: planted }));
    expect(after).not.toBe(planted);
    expect(await session(planted)).toEqual({ user: null, role: null });
  });

  test("a cookie that was tampered with is nobody's", async () => {
    const cookie = await signIn();
    const [name, value = ""] = cookie.split(/=(.*)/s);
    const swapped = value.startsWith("I") ? "J" : "I";
    for (const bad of [
      `${name}=${swapped}${value.slice(1)}`,
      cookie.slice(0, -4),
      `${cookie}x`,
      `${name}=`,
    ]) {
      expect(await session(bad)).toEqual({ user: null, role: null });
    }
    expect(await session(cookie)).toMatchObject({ role: "admin" });
  });

  test("signing out ends it on the server: the old cookie opens nothing", async () => {
    const cookie = await signIn();
    const response = await post("/logout", {}, { cookie });
    expect([response.status, response.headers.get("location")]).toEqual([303, "/"]);
    expect(response.headers.getSetCookie()[0]).toMatch(/^session=; .*Expires=Thu, 01 Jan 1970/);
    expect(await session(cookie)).toEqual({ user: null, role: null });
  });

  test("a visit to /logout, or a post of another site, signs nobody out", async () => {
    const cookie = await signIn();
    await get("/logout", { cookie });
    expect((await post("/logout", {}, { cookie, origin: "https://evil.example" })).status).toBe(403);
    expect(await session(cookie)).toMatchObject({ role: "admin" });
  });
});

describe("the guard", () => {
  const file = "/admin/files/00000000-0000-4000-8000-000000000000";

  test("signed out: to /login and back", async () => {
    const response = await get(`${file}?a=b`);
    expect(response.status).toBe(302);
    expect(response.headers.get("location")).toBe(`/login?redirectTo=${encodeURIComponent(`${file}?a=b`)}`);
    expect(response.headers.get("cache-control")).toContain("no-store");
    expect(await response.text()).toBe("");
  });

  test("signed in and not on the list: to / with a notice", async () => {
    const response = await get(file, { cookie: await signIn(eve) });
    expect([response.status, response.headers.get("location")]).toEqual([302, "/?notice=not-an-admin"]);
    // The home page without it is kept, too.
    await get("/");
    expect(await (await get("/?notice=not-an-admin")).text()).toContain("cannot open the admin pages");
  });

  test("scripts are told in JSON", async () => {
    const accept = "text/event-stream";
    expect((await get(file, { accept })).status).toBe(401);
    expect((await get(file, { accept, cookie: await signIn(eve) })).status).toBe(403);
  });

  test("an admin gets through", async () => {
    expect((await get(file, { cookie: await signIn() })).status).toBe(404);
  });
});

describe("accounts", () => {
  test("are invisible without a token and hold a hash", async () => {
    const all = '*[_type == "account"]';
    await expect(lakeClient(site).fetch(all)).rejects.toMatchObject({ statusCode: 401 });
    const accounts = await lakeClient(site, lakeTokens(site.dataDir).write).fetch<object[]>(all);
    expect(accounts).toHaveLength(2);
    expect(JSON.stringify(accounts)).not.toContain(ada.password);
    expect(accounts[0]).toMatchObject({ passwordHash: expect.stringMatching(/^scrypt\$/) });
  });

  test.each([
    [{ email: "x@example.com", password: "short" }, /at least 12 characters/],
    [
      { email: "x@example.com", password: "long enough, this", again: "something else" },
      /passwords do not match/,
    ],
    [{ email: "nobody", password: "long enough, this" }, /Usage/],
  ])("are not made from %o", async (account, words) => {
    const { code, output } = await createAccount(site, account);
    expect(code).toBe(1);
    expect(output).toMatch(words);
    expect(output).not.toContain(account.password);
  });

  test("a new password ends what was signed in with the old one", async () => {
    const cookie = await signIn(eve);
    const renewed = { ...eve, password: "down the rabbit hole" };
    const { output } = await createAccount(site, renewed);
    expect(output).toContain("signed out everywhere");
    expect(output).toContain("add it to ADMIN_EMAILS");
    expect(await session(cookie)).toMatchObject({ user: null });
    expect((await post("/login", eve)).status).toBe(401);
    expect((await post("/login", renewed)).status).toBe(303);
  });
});

test("nothing that was typed is in the log", () => {
  expect(site.output()).not.toMatch(/difference engine|wrong password|rabbit hole/);
});
