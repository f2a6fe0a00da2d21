import { adaAtGoogle, googleClient, startGoogleStandIn } from "stand-ins/google";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { accountId } from "../../app/auth/accounts.server.ts";
import { ADMIN_EMAILS, runOnSite, sessionCookie, storeAccount } from "../support/admins.ts";
import { cookiesOf } from "../support/form-posts.ts";
import { opened } from "../support/opened.ts";
import { lakeClient, lakeTokens, mailedLinks, startSite } from "../support/site.ts";
import { WAIT } from "../support/timeouts.ts";

const google = opened(startGoogleStandIn);
const site = opened(() =>
  startSite({
    env: {
      ADMIN_EMAILS,
      TRUST_PROXY: "1",
      GOOGLE_CLIENT_ID: googleClient.clientId,
      GOOGLE_CLIENT_SECRET: googleClient.clientSecret,
      GOOGLE_API_BASE: google.origin,
    },
  }),
);
let admin: string;
beforeAll(async () => {
  admin = await sessionCookie(site.dataDir);
});

const PASSWORD = "a fresh start in november";
let callers = 0;
const request = (
  path: string,
  { fields, cookie = "" }: { fields?: Record<string, string>; cookie?: string } = {},
) =>
  fetch(new URL(path, site.origin), {
    ...(fields ? { method: "POST", body: new URLSearchParams(fields) } : {}),
    headers: { cookie, "x-forwarded-for": `192.0.2.${callers++}` },
    redirect: "manual",
  });
const where = (response: Response) => [response.status, response.headers.get("location")];
const session = async (cookie: string) => (await request("/api/session", { cookie })).json();
const people = (fields: Record<string, string>) => request("/admin/people", { fields, cookie: admin });
const invite = (email: string, role = "editor") => people({ intent: "invite", email, role });
const changeRole = (email: string, role: string) =>
  people({ intent: "change-role", id: accountId(email), role });
const revoke = (email: string) => people({ intent: "revoke", id: accountId(email) });
const store = () => lakeClient(site, lakeTokens(site.dataDir).write);

/** Returns the texts of the cells of somebody's row, and of its buttons. */
async function rowOf(email: string): Promise<string[] | null> {
  const html = await (await request("/admin/people", { cookie: admin })).text();
  const row = html.split("<tr").find((one) => one.includes(`>${email}</th>`));
  const cells = row?.match(/<t[hd][^>]*>.*?<\/t[hd]>/gs) ?? null;
  return cells && cells.map((cell) => cell.replaceAll(/<!-- -->|<[^>]+>/g, ""));
}

/** Returns the paths of the links that were mailed to somebody, newest first. */
async function links(email: string, count = 1): Promise<string[]> {
  return vi.waitFor(() => {
    const found = mailedLinks(site.dataDir, "/login/invitation", email);
    if (found.length < count) throw new Error(`${found.length} of ${count} invitations were mailed.`);
    return found;
  }, WAIT);
}

const accept = (link: string, password = PASSWORD) =>
  request(link, { fields: { newPassword: password, repeated: password } });

async function editorFor(email: string): Promise<string> {
  expect(where(await invite(email))).toEqual([303, "/admin/people?done=invited"]);
  const [link = ""] = await links(email);
  return cookiesOf(await accept(link));
}

describe("an invitation", () => {
  test("is mailed, signs an editor in once, and leads to the Studio", async () => {
    await invite(" Eve@Example.com ");
    const [link = ""] = await links("eve@example.com");
    expect(await rowOf("eve@example.com")).toEqual([
      "eve@example.com",
      "Editor",
      expect.stringMatching(/^Invited until \w+ \d+, \d{4}/),
      "Off",
      "0",
      expect.stringContaining("Send again"),
    ]);
    const page = await (await request(link)).text();
    expect(page).toContain("eve@example.com");
    expect((await accept(link, "short")).status).toBe(422);
    const accepted = await accept(link);
    expect(where(accepted)).toEqual([303, "/studio"]);
    const cookie = cookiesOf(accepted);
    expect(await session(cookie)).toMatchObject({ user: { email: "eve@example.com" }, role: "editor" });
    const me = await request("/lake/v1/users/me", { cookie });
    expect(await me.json()).toMatchObject({ role: "editor", name: "eve@example.com" });
    expect((await request(link)).status).toBe(400);
    expect((await accept(link)).status).toBe(400);
    const fields = { email: "eve@example.com", password: PASSWORD };
    expect(where(await request("/login", { fields }))).toEqual([303, "/studio"]);
    expect((await rowOf("eve@example.com"))?.slice(1, 5)).toEqual([
      "Editor",
      expect.stringMatching(/^\w+ \d+, \d{4}, /),
      "Off",
      "2",
    ]);
    expect(site.output()).not.toMatch(/token=/);
  });

  test("sent again replaces the link; revoked, changed or too old it is worth nothing", async () => {
    await invite("joan@example.com");
    const [first = ""] = await links("joan@example.com");
    expect(where(await invite("joan@example.com"))).toEqual([303, "/admin/people?done=renewed"]);
    const second = (await links("joan@example.com", 2)).find((link) => link !== first) ?? "";
    expect((await accept(first)).status).toBe(400);
    for (const bad of [second.slice(0, -2), `${second}AA`, "/login/invitation?token=", "/login/invitation"])
      expect([(await accept(bad)).status, (await request(bad)).status]).toEqual([400, 400]);
    expect((await request(second)).status).toBe(200);
    const id = accountId("joan@example.com");
    const past = new Date(Date.now() - 1_000).toISOString();
    const stored = await lakeClient(site, lakeTokens(site.dataDir).read).getDocument(id);
    await store().patch(id).set({ "invitation.expiresAt": past }).commit();
    expect((await request(second)).status).toBe(400);
    await store().patch(id).set({ invitation: stored?.["invitation"] }).commit();
    expect((await request(second)).status).toBe(200);
    await revoke("joan@example.com");
    expect([(await request(second)).status, (await accept(second)).status]).toEqual([400, 400]);
    expect(await rowOf("joan@example.com")).toBeNull();
  });

  test("is accepted by signing in with Google, or with the password that was there", async () => {
    await invite("grete@example.com");
    google.user({ ...adaAtGoogle, sub: "7", email: "grete@example.com" });
    const leave = await request("/login/google", { fields: { redirectTo: "/studio" } });
    const back = await fetch(leave.headers.get("location") ?? "", { redirect: "manual" });
    const done = await request(back.headers.get("location") ?? "", { cookie: cookiesOf(leave) });
    expect(where(done)).toEqual([303, "/studio"]);
    const cookie = cookiesOf(done);
    expect(await session(cookie)).toMatchObject({ user: { provider: "google" }, role: "editor" });
    expect((await rowOf("grete@example.com"))?.[4]).toBe("1");
    await revoke("grete@example.com");
    expect(await session(cookie)).toEqual({ user: null, role: null });

    const known = { email: "hedy@example.com", password: PASSWORD };
    await storeAccount(site, known);
    expect((await rowOf(known.email))?.[1]).toBe("None");
    expect(where(await request("/login", { fields: known }))).toEqual([303, "/"]);
    await invite(known.email);
    expect(where(await request("/login", { fields: known }))).toEqual([303, "/studio"]);
  });

  test.each([
    ["", "Email is required"],
    ["nobody", "Please enter a valid email address"],
    ["Grace@example.com", "This address is an administrator"],
  ])("for %j is refused", async (email, words) => {
    const answer = await invite(email);
    expect([answer.status, (await answer.text()).includes(words)]).toEqual([422, true]);
  });

  test("for an editor is refused, and other forms are none", async () => {
    await editorFor("ida@example.com");
    const again = await invite("ida@example.com");
    expect([again.status, (await again.text()).includes("has a role already")]).toEqual([422, true]);
    expect((await people({ intent: "promote", email: "ida@example.com" })).status).toBe(400);
    for (const id of ["account.x", "contract.6f9619ff-8b86-4d01-b42d-00cf4fc964ff", "../../x"])
      expect((await people({ intent: "revoke", id })).status).toBe(400);
  });
});

test("a bookkeeper is invited, told so, becomes an editor and is signed out by that", async () => {
  const email = "luca@example.com";
  expect(where(await invite(email, "bookkeeper"))).toEqual([303, "/admin/people?done=invited"]);
  expect((await rowOf(email))?.[1]).toBe("Bookkeeper");
  const [link = ""] = await links(email);
  expect(await (await request(link)).text()).toContain("read our contracts and invoices and record payments");
  const accepted = await accept(link);
  expect(where(accepted)).toEqual([303, "/admin"]);
  const cookie = cookiesOf(accepted);
  expect(await session(cookie)).toMatchObject({ role: "bookkeeper" });
  expect(where(await changeRole(email, "editor"))).toEqual([303, "/admin/people?done=changed"]);
  expect(await session(cookie)).toEqual({ user: null, role: null });
  expect(where(await request("/login", { fields: { email, password: PASSWORD } }))).toEqual([303, "/studio"]);
  expect((await rowOf(email))?.[1]).toBe("Editor");
});

test("only a role of the table is given, and to nobody without one", async () => {
  expect((await invite("carl@example.com", "owner")).status).toBe(422);
  await editorFor("fra@example.com");
  expect((await changeRole("fra@example.com", "admin")).status).toBe(400);
  for (const email of ["nobody@example.com", "grace@example.com"])
    expect((await changeRole(email, "editor")).status).toBe(404);
  await store().patch(accountId("fra@example.com")).set({ role: "toString" }).commit();
  expect((await rowOf("fra@example.com"))?.[1]).toBe("None");
});

test("revoking ends every session and open stream at once, and the password", async () => {
  const cookie = await editorFor("mary@example.com");
  const fields = { email: "mary@example.com", password: PASSWORD };
  const other = cookiesOf(await request("/login", { fields }));
  const listening = await request("/lake/v1/data/listen/production?query=*", { cookie });
  const stream = listening.body!.pipeThrough(new TextDecoderStream()).getReader();
  expect((await stream.read()).value).toContain("welcome");
  expect(where(await revoke("mary@example.com"))).toEqual([303, "/admin/people?done=revoked"]);
  while (!(await stream.read()).done);
  for (const ended of [cookie, other]) expect(await session(ended)).toEqual({ user: null, role: null });
  expect(await (await request("/lake/v1/users/me", { cookie })).json()).toEqual({});
  expect((await request("/login", { fields })).status).toBe(401);
  expect(await rowOf("mary@example.com")).toBeNull();
});

test("what a revoked editor scheduled stays unpublished, and says why", async () => {
  const write = async (cookie: string, kind: "mutate" | "actions", body: object) => {
    const headers = { cookie, origin: site.origin, "content-type": "application/json" };
    const url = `${site.origin}/lake/v2025-02-19/data/${kind}/production`;
    return (await fetch(url, { method: "POST", headers, body: JSON.stringify(body) })).status;
  };
  const release = (releaseId: string, kind: string, more: object) => ({
    actions: [{ actionType: `sanity.action.release.${kind}`, releaseId, ...more }],
  });
  /** Has a new editor schedule a release with one post. Returns the time of its publication, in ms. */
  const schedule = async (name: string, waitMs: number): Promise<number> => {
    const cookie = await editorFor(`${name}@example.com`);
    const create = { _type: "post", title: `By ${name}`, _id: `versions.${name}.release-${name}` };
    const prepared = [
      await write(cookie, "actions", release(name, "create", { metadata: { title: name } })),
      await write(cookie, "mutate", { mutations: [{ create }] }),
    ];
    const at = Date.now() + waitMs;
    const publishAt = new Date(at).toISOString();
    const scheduled = await write(cookie, "actions", release(name, "schedule", { publishAt }));
    expect([...prepared, scheduled]).toEqual([200, 200, 200]);
    return at;
  };
  const get = (id: string) => store().getDocument(id);
  const error = { message: "The user who scheduled it may no longer publish" };
  await schedule("nell", 0);
  // Whoever is revoked after the time has come was right to publish: another editor schedules for a later one.
  let revoked = "";
  for (let at = 0, waitMs = 1000; Date.now() >= at; waitMs *= 2) {
    revoked = `olga${waitMs}`;
    at = await schedule(revoked, waitMs);
    await revoke(`${revoked}@example.com`);
  }
  await vi.waitFor(async () => {
    expect(await get("release-nell")).toMatchObject({ title: "By nell" });
    expect(await get(`_.releases.${revoked}`)).toMatchObject({ state: "active", error });
  }, WAIT);
  expect(await get(`release-${revoked}`)).toBeUndefined();
});

test("an admin is listed and cannot be revoked", async () => {
  await storeAccount(site, { email: "ada@example.com", password: PASSWORD });
  await store().patch(accountId("ada@example.com")).set({ role: "editor" }).commit();
  await revoke("ada@example.com");
  expect((await session(admin)) as object).toMatchObject({ role: "admin" });
  expect((await rowOf("ada@example.com"))?.[1]).toBe("Administrator");
  expect((await rowOf("grace@example.com"))?.slice(1, 5)).toEqual(["Administrator", "Never", "Off", "0"]);
});

test("the command invites, lists and revokes like the page", async () => {
  const run = (...args: string[]) => runOnSite(site, "people", args);
  const invited = await run("invite", "vera@example.com");
  const link = /\/login\/invitation\?token=[\w.-]+/.exec(invited.output)?.[0] ?? "";
  const cookie = cookiesOf(await accept(link));
  expect(await session(cookie)).toMatchObject({ role: "editor" });
  const [listed, ...refused] = await Promise.all([
    run("list"),
    run("invite", "ada@example.com"),
    run("promote", "vera@example.com"),
  ]);
  expect(refused.map(({ code }) => code)).toEqual([1, 1]);
  expect(listed.output).toMatch(
    /^vera@example\.com {2}editor {2}last sign-in 20.+, sessions 1, two-step sign-in off$/m,
  );
  expect(listed.output).toMatch(/^grace@example\.com {2}admin {2}/m);
  const revoked = await run("revoke", "vera@example.com");
  expect([revoked.code, await session(cookie)]).toEqual([0, { user: null, role: null }]);
});

test("an editor has /account, and no list of people", async () => {
  const cookie = await sessionCookie(site.dataDir, "eve@example.com", "editor");
  expect((await request("/account", { cookie })).status).toBe(200);
  for (const fields of [undefined, { intent: "invite", email: "mallory@example.com" }]) {
    const answer = await request("/admin/people", { cookie, ...(fields ? { fields } : {}) });
    expect(where(answer)).toEqual([302, "/?notice=not-an-admin"]);
  }
  expect(await rowOf("mallory@example.com")).toBeNull();
});
