import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startUpstashStandIn, type UpstashStandIn } from "stand-ins/upstash";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  openSessionStore,
  type SessionStore,
  type StoredSession,
} from "../../app/auth/session-stores.server.ts";

// Both places for sessions do the same.

const MINUTE = 60_000;
let standIn: UpstashStandIn;
let dataDir: string;
beforeAll(async () => {
  standIn = await startUpstashStandIn();
  dataDir = mkdtempSync(join(tmpdir(), "sessions-"));
});
afterAll(async () => {
  await standIn.close();
  rmSync(dataDir, { recursive: true });
});

const session = (fields: Partial<StoredSession> = {}): StoredSession => ({
  uid: "ada",
  data: { user: { uid: "ada", name: "Zoë" } },
  endsAt: Date.now() + 60 * MINUTE,
  expiresAt: Date.now() + 10 * MINUTE,
  ...fields,
});

describe.each([
  ["SQLite", () => openSessionStore({ redis: { on: false }, dataDir })],
  ["Upstash", () => openSessionStore({ redis: { on: true, ...standIn }, dataDir })],
])("%s", (_name, open) => {
  let store: SessionStore;
  beforeAll(() => {
    store = open();
  });
  const read = (key: string) => store.read(key, Date.now());
  const write = (key: string, value = session()) => store.write(key, value, Date.now());

  test("keeps a session as it is", async () => {
    const value = session();
    await write("a", value);
    const { expiresAt, ...rest } = (await read("a")) ?? session();
    expect(rest).toEqual({ uid: "ada", data: value.data, endsAt: value.endsAt });
    expect(Math.abs(expiresAt - value.expiresAt)).toBeLessThan(5_000);
    expect(await read("unknown")).toBeNull();
  });

  test("forgets it when it expires, and extends it only while it is there", async () => {
    await write("b", session({ expiresAt: Date.now() - 1 }));
    expect(await read("b")).toBeNull();
    await write("c");
    await store.extend("c", Date.now() + 30 * MINUTE);
    expect((await read("c"))?.expiresAt).toBeGreaterThan(Date.now() + 20 * MINUTE);
    await store.remove("c");
    await store.extend("c", Date.now() + 30 * MINUTE);
    expect(await read("c")).toBeNull();
  });

  test("ends all sessions of one user and nobody else's", async () => {
    await write("d");
    await write("e");
    await write("f", session({ uid: "grace" }));
    await write("g", session({ uid: null }));
    await store.removeAllOf("ada");
    expect(await Promise.all(["d", "e"].map(read))).toEqual([null, null]);
    expect(await read("f")).toMatchObject({ uid: "grace" });
    expect(await read("g")).toMatchObject({ uid: null });
  });

  test("tells how many sessions of a user are signed in, and when the last sign-in was", async () => {
    expect(await store.activityOf("joan", Date.now())).toEqual({ sessions: 0, lastSignInAt: null });
    await write("h", session({ uid: "joan" }));
    await write("i", session({ uid: "joan" }));
    await write("known browser", session({ uid: "joan", data: { uid: "joan" } }));
    await write("over", session({ uid: "joan", expiresAt: Date.now() - 1 }));
    const at = Date.now() - MINUTE;
    await store.recordSignIn("joan", at - MINUTE);
    await store.recordSignIn("joan", at);
    expect(await store.activityOf("joan", Date.now())).toEqual({ sessions: 2, lastSignInAt: at });
    await store.removeAllOf("joan");
    expect(await store.activityOf("joan", Date.now())).toEqual({ sessions: 0, lastSignInAt: at });
  });
});

test("in Upstash, a long session of a user is still found beside later short ones", async () => {
  const store = openSessionStore({ redis: { on: true, ...standIn }, dataDir });
  const endsAt = Date.now() + 60 * MINUTE;
  await store.write("long", session({ uid: "joan", endsAt: endsAt * 2, expiresAt: endsAt }), Date.now());
  await store.write("short", session({ uid: "joan", endsAt: Date.now() + 50 }), Date.now());
  await sleep(100);
  await store.removeAllOf("joan");
  expect(await store.read("long", Date.now())).toBeNull();
});

test("an Upstash that is away is an error, not an empty store", async () => {
  const store = openSessionStore({ redis: { on: true, ...standIn }, dataDir });
  standIn.away(true);
  await expect(store.read("a", Date.now())).rejects.toThrow("fetch failed");
  standIn.away(false);
});
