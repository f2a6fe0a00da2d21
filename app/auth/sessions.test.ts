import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { passwordUid } from "./accounts.server.ts";
import { openSqliteSessions } from "./session-stores.server.ts";
import { createSessions, SIGNED_IN } from "./sessions.server.ts";

const MINUTE = 60_000;
const start = Date.UTC(2026, 0, 1);

let directory: string;
let store: ReturnType<typeof openSqliteSessions>;
let now: number;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "sessions-"));
  store = openSqliteSessions(directory);
  now = start;
});
afterEach(() => {
  store.close();
  rmSync(directory, { recursive: true });
});

interface Data {
  user: { email: string };
}

const open = (options: { https?: boolean; name?: string; passive?: boolean } = {}) =>
  createSessions<Data>({
    name: "session",
    lifetime: SIGNED_IN,
    secret: "secret",
    https: false,
    store,
    now: () => now,
    ...options,
  });

async function begin(sessions = open()): Promise<string> {
  const session = await sessions.getSession();
  session.set("user", { email: "ada@example.com" });
  return (await sessions.commitSession(session)).split(";", 1)[0] ?? "";
}
const userOf = async (cookie: string, sessions = open()) => (await sessions.getSession(cookie)).get("user");

describe("a session", () => {
  test("lasts two hours unused, and each use adds to it", async () => {
    const cookie = await begin();
    now += 119 * MINUTE;
    expect(await userOf(cookie)).toEqual({ email: "ada@example.com" });
    now += 119 * MINUTE;
    expect(await userOf(cookie)).toEqual({ email: "ada@example.com" });
    now += 121 * MINUTE;
    expect(await userOf(cookie)).toBeUndefined();
  });

  test("does not last longer for being watched", async () => {
    const cookie = await begin();
    now += 119 * MINUTE;
    expect(await userOf(cookie, open({ passive: true }))).toEqual({ email: "ada@example.com" });
    now += 2 * MINUTE;
    expect(await userOf(cookie, open({ passive: true }))).toBeUndefined();
  });

  test("is over after twelve hours, however much it is used", async () => {
    const cookie = await begin();
    for (let used = 0; used < 719; used += 60) {
      expect(await userOf(cookie)).toEqual({ email: "ada@example.com" });
      now += 60 * MINUTE;
    }
    expect(await userOf(cookie)).toBeUndefined();
  });

  test("is nobody's once it is removed, or all of its user's are", async () => {
    const [one, two] = [await begin(), await begin()];
    expect(one).not.toBe(two);
    await open().destroySession(await open().getSession(one));
    expect(await userOf(one)).toBeUndefined();
    expect(await userOf(two)).toEqual({ email: "ada@example.com" });
    await store.removeAllOf(passwordUid("Ada@example.com"));
    expect(await userOf(two)).toBeUndefined();
  });

  test("survives another opening of the store", async () => {
    const cookie = await begin();
    store.close();
    store = openSqliteSessions(directory);
    expect(await userOf(cookie)).toEqual({ email: "ada@example.com" });
  });

  test("does not count under another name or secret", async () => {
    const cookie = await begin();
    expect(
      await userOf(cookie.replace("session=", "handshake="), open({ name: "handshake" })),
    ).toBeUndefined();
    const others = createSessions<Data>({
      name: "session",
      lifetime: SIGNED_IN,
      secret: "other",
      https: false,
      store,
    });
    expect(await userOf(cookie, others)).toBeUndefined();
  });

  test("is readable by the owner of the site alone", async () => {
    await begin();
    for (const file of ["sessions.sqlite", "sessions.sqlite-wal"])
      expect(statSync(join(directory, file)).mode & 0o777).toBe(0o600);
  });

  test("is not in the store by the name that the browser holds", async () => {
    const cookie = decodeURIComponent((await begin()).slice("session=".length));
    const id = JSON.parse(Buffer.from(cookie.split(".")[0] ?? "", "base64").toString()) as string;
    expect(id).toHaveLength(43);
    const bytes = readFileSync(join(directory, "sessions.sqlite-wal"), "latin1");
    expect(bytes).toContain("ada");
    expect(bytes).not.toContain(id);
  });
});

test("the cookie of an https site cannot be set by a subdomain or without TLS", async () => {
  const sessions = open({ https: true });
  const cookie = await sessions.commitSession(await sessions.getSession());
  expect(cookie).toMatch(/^__Host-session=[^;]+; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
});
