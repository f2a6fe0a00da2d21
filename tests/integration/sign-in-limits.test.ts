import { afterEach, expect, test } from "vitest";
import { ada, ADMIN_EMAILS, createAccount, sessionCookie, storeAccount } from "../support/admins.ts";
import { postForm } from "../support/form-posts.ts";
import { startSite, startSiteProcess, type RunningSite } from "../support/site.ts";

const sites: RunningSite[] = [];
afterEach(async () => {
  await Promise.all(sites.splice(0).map((site) => site.stop()));
});

async function open(options: Parameters<typeof startSite>[0] = {}): Promise<RunningSite> {
  const site = await startSite({ ...options, env: { ADMIN_EMAILS, ...options.env } });
  sites.push(site);
  return site;
}

const times = (count: number) => Array.from({ length: count }, (_, index) => index);

test("a lock-out says so and for how long, without scripts and for an address without an account too", async () => {
  const site = await open();
  const post = () => postForm(`${site.origin}/login`, { email: "x@example.com", password: "x" });
  const answers = [];
  for (const _ of times(11)) answers.push(await post());
  const [wrong, throttled] = [answers[0], answers.at(-1)];
  expect([wrong?.status, throttled?.status]).toEqual([401, 429]);
  const alertIn = async (response?: Response) =>
    /<div role="alert"[^>]*>(.*?)<\/div>/.exec((await response?.text()) ?? "")?.[1];
  const text = await alertIn(wrong);
  expect(text).toContain("Failed to sign in. Please check your credentials.");
  const seconds = Number(throttled?.headers.get("retry-after"));
  expect(await alertIn(throttled)).toContain(`Too many attempts. Please try again in ${seconds} seconds.`);
});

test("a browser that signed in before gets past the guessing of strangers, until the password changes", async () => {
  const site = await open({ env: { TRUST_PROXY: "1" } });
  let callers = 0;
  await storeAccount(site, ada);
  const signIn = (password: string, cookie = "") =>
    postForm(
      `${site.origin}/login`,
      { email: ada.email, password },
      { cookie, "x-forwarded-for": `2001:db8:0:${(callers++).toString(16)}::1` }, // a caller each
    );
  const knownBrowserOf = (response: Response) =>
    response.headers.getSetCookie().find((cookie) => cookie.startsWith("known-browser=")) ?? "";
  const first = knownBrowserOf(await signIn(ada.password));
  expect(first).toMatch(/^known-browser=[^;]+; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/);
  async function guessUntilSlow() {
    let wait = 0;
    while (wait < 4) wait = Number((await signIn("wrong password")).headers.get("retry-after") ?? 0);
  }
  await guessUntilSlow();
  expect((await signIn(ada.password)).status).toBe(429);
  const [forged, known] = [first.replace("=", "=x"), first].map((cookie) => cookie.split(";", 1)[0] ?? "");
  expect((await signIn(ada.password, forged)).status).toBe(429);
  const again = await signIn(ada.password, known);
  expect(again.status).toBe(303);
  const rotated = knownBrowserOf(again).split(";", 1)[0] ?? "";
  expect(rotated).not.toBe(known);
  await guessUntilSlow();
  expect((await signIn(ada.password, known)).status).toBe(429);
  const last = knownBrowserOf(await signIn(ada.password, rotated)).split(";", 1)[0] ?? "";
  expect(last).not.toBe("");
  const renewed = "analytical engine no. 1";
  expect(await createAccount(site, { ...ada, password: renewed })).toMatchObject({ code: 0 });
  await guessUntilSlow();
  expect((await signIn(renewed, last)).status).toBe(429);
});

test("sixty guesses at once: most are told to come back, for every address alike, and a known browser signs in", async () => {
  const site = await open({ env: { TRUST_PROXY: "1" } });
  await storeAccount(site, ada);
  const signIn = (email: string, password: string, caller: number, cookie = "") =>
    postForm(
      `${site.origin}/login`,
      { email, password },
      { cookie, "x-forwarded-for": `198.51.100.${caller}` },
    );
  const first = await signIn(ada.email, ada.password, 250);
  const known = first.headers.getSetCookie().find((cookie) => cookie.startsWith("known-browser=")) ?? "";
  const guesses = times(60).map((caller) => signIn(`nobody${caller}@example.com`, "wrong password", caller));
  const [owner, ...answers] = await Promise.all([
    signIn(ada.email, ada.password, 251, known.split(";", 1)[0]),
    ...guesses,
  ]);
  expect(owner?.status).toBe(303);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 503]));
  const refused = answers.find(({ status }) => status === 503);
  expect(refused?.headers.get("retry-after")).toBe("5");
  expect(await refused?.text()).toContain("We&#x27;re very busy right now. Please try again in a moment.");
});

test("while the counter cannot be reached nobody signs in, and nobody is signed in", async () => {
  const redis = { UPSTASH_REDIS_REST_URL: "http://127.0.0.1:9", UPSTASH_REDIS_REST_TOKEN: "x" };
  const site = await open({ env: redis });
  const attempt = await postForm(`${site.origin}/login`, ada);
  expect(attempt.status).toBe(429);
  const session = await fetch(`${site.origin}/api/session`, {
    headers: { cookie: await sessionCookie(site.dataDir) },
  });
  expect(session.status).toBe(503);
  expect(await session.json()).toEqual({ user: null, role: null });
  const admin = await fetch(`${site.origin}/admin`, {
    headers: { cookie: await sessionCookie(site.dataDir) },
    redirect: "manual",
  });
  expect(admin.status).toBe(503);
  expect((await fetch(`${site.origin}/login`)).status).toBe(200);
});

test("who is taken off the list is out with the next request, and still signed in", async () => {
  const site = await startSiteProcess({ env: { ADMIN_EMAILS } });
  const cookie = await sessionCookie(site.dataDir);
  const ask = async (running: Pick<RunningSite, "origin">) => {
    const response = await fetch(`${running.origin}/admin`, { headers: { cookie }, redirect: "manual" });
    await response.body?.cancel();
    return [response.status, response.headers.get("location")];
  };
  expect(await ask(site)).toEqual([200, null]);
  await site.kill();
  const port = Number(new URL(site.origin).port);
  const again = await open({ dataDir: site.dataDir, port, env: { ADMIN_EMAILS: "grace@example.com" } });
  expect(await ask(again)).toEqual([302, "/?notice=not-an-admin"]);
  const session = await fetch(`${again.origin}/api/session`, { headers: { cookie } });
  expect(await session.json()).toMatchObject({ user: { email: ada.email }, role: null });
});
