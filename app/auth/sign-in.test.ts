import { createMemorySessionStorage } from "@remix-run/node";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { AppError } from "../platform/errors.ts";
import { createLimiter } from "../platform/rate-limit.server.ts";
import { createSlowdown } from "../platform/slowdown.server.ts";
import { passwordUid } from "./accounts.server.ts";
import { receiveSignIn, type SignInDeps } from "./sign-in.server.ts";

const PASSWORD = "the right password";
const limit = (name: string, requests: number) =>
  createLimiter({ name, requests, seconds: 900 }, { on: false });

/** A store in which every email has an account. */
const readClient = {
  getDataUrl: (_: string, id: string) => id,
  request: async () => ({
    documents: [{ _id: "account.1", _rev: "1", email: "ada@example.com", name: null, passwordHash: "hash" }],
  }),
} as unknown as SignInDeps["store"]["readClient"];

let deps: SignInDeps;
let reported: AppError[];
let asked: number;
beforeEach(() => {
  reported = [];
  asked = 0;
  deps = {
    adminEmails: ["ada@example.com"],
    store: { readClient, writeClient: {} as never },
    passwords: {
      hash: async () => "",
      async verify(password) {
        asked += 1;
        return password === PASSWORD;
      },
    },
    visitors: { signIn: async () => "session=new" } as unknown as SignInDeps["visitors"],
    sessions: { recordSignIn: async () => {} } as unknown as SignInDeps["sessions"],
    knownBrowsers: {
      recognize: async (request, uid) =>
        request.headers.get("Cookie") === `known=${uid}` ? `browser of ${uid}` : null,
      remember: async () => "known=new",
    },
    pending: createMemorySessionStorage({ cookie: { secrets: ["a secret"] } }),
    endSessions: async () => {},
    perCaller: limit("caller", 30),
    perAccount: createSlowdown(
      { name: "account", freeAttempts: 10, firstDelaySeconds: 2, maxDelaySeconds: 60, windowSeconds: 900 },
      { on: false },
    ),
    perBrowser: limit("browser", 10),
    report: (error) => reported.push(error),
  };
});

afterEach(() => vi.useRealTimers());

const attempt = (email: string, password = "wrong", from = "192.0.2.1", cookie = "") =>
  receiveSignIn(
    new Request("http://site.test/login", {
      method: "POST",
      body: new URLSearchParams({ email, password }),
      headers: { cookie },
    }),
    from,
    deps,
  );

async function attempts(count: number, email: (index: number) => string, from?: (index: number) => string) {
  const statuses = new Set<number>();
  for (let index = 0; index < count; index++)
    statuses.add((await attempt(email(index), "wrong", from?.(index))).status);
  return [...statuses];
}

describe("guessing", () => {
  test("at one account is paced after ten, from wherever it comes, and the password is not even looked at", async () => {
    const from = (index: number) => `192.0.2.${index}`;
    expect(await attempts(10, () => "ada@example.com", from)).toEqual([401]);
    for (const password of ["wrong", PASSWORD]) {
      const { status, headers, result } = await attempt(" ADA@example.com", password, "192.0.2.99");
      expect([status, result]).toMatchObject([429, { status: "refused", code: "auth/too-many-requests" }]);
      expect(Number(headers.get("Retry-After"))).toBeGreaterThan(0);
    }
    expect(asked).toBe(10);
    expect((await attempt("grace@example.com")).status).toBe(401);
  });

  test("slows its owner down elsewhere, but keeps nobody out for good", async () => {
    vi.useFakeTimers();
    const from = (index: number) => `192.0.${index >> 8}.${index % 256}`;
    const waits: number[] = [];
    for (let index = 0; index < 300; index++) {
      const { status, headers } = await attempt("ada@example.com", "wrong", from(index));
      if (status === 429) waits.push(Number(headers.get("Retry-After")));
    }
    expect(waits).toHaveLength(290);
    const { headers } = await attempt("ada@example.com", PASSWORD, "198.51.100.1");
    await vi.advanceTimersByTimeAsync(Number(headers.get("Retry-After")) * 1000);
    expect((await attempt("ada@example.com", PASSWORD, "198.51.100.1")).status).toBe(200);
  });

  test("at an account does not keep out a browser that signed in to it before", async () => {
    const known = `known=${passwordUid("ada@example.com")}`;
    await attempts(
      40,
      () => "ada@example.com",
      (index) => `192.0.2.${index}`,
    );
    expect((await attempt("ada@example.com", PASSWORD, "198.51.100.1")).status).toBe(429);
    const { status, headers } = await attempt("ada@example.com", PASSWORD, "198.51.100.1", known);
    expect([status, headers.getSetCookie()]).toEqual([200, ["session=new", "known=new"]]);
  });

  test("with a known browser ends after ten too, without touching other browsers", async () => {
    const known = `known=${passwordUid("ada@example.com")}`;
    for (let index = 0; index < 10; index++)
      expect((await attempt("ada@example.com", "wrong", "192.0.2.1", known)).status).toBe(401);
    expect((await attempt("ada@example.com", PASSWORD, "192.0.2.1", known)).status).toBe(429);
    expect((await attempt("ada@example.com", PASSWORD)).status).toBe(200);
  });

  test("with a browser that is known to another account counts as a stranger's", async () => {
    const known = `known=${passwordUid("grace@example.com")}`;
    await attempts(
      10,
      () => "ada@example.com",
      (index) => `192.0.2.${index}`,
    );
    expect((await attempt("ada@example.com", PASSWORD, "198.51.100.1", known)).status).toBe(429);
  });

  test("from one address ends after thirty, over all accounts", async () => {
    expect(await attempts(30, (index) => `${index}@example.com`)).toEqual([401]);
    expect((await attempt("last@example.com", PASSWORD)).status).toBe(429);
    expect((await attempt("last@example.com", PASSWORD, "192.0.2.2")).status).toBe(200);
  });

  test("is forgiven to the account that signs in", async () => {
    expect(await attempts(9, () => "ada@example.com")).toEqual([401]);
    expect((await attempt("ada@example.com", PASSWORD)).status).toBe(200);
    expect(await attempts(9, () => "ada@example.com")).toEqual([401]);
  });

  test("counts malformed attempts too", async () => {
    expect(await attempts(30, () => "")).toEqual([422]);
    expect((await attempt("ada@example.com", PASSWORD)).status).toBe(429);
  });
});

describe("what goes wrong", () => {
  test("in the store is no wrong password", async () => {
    deps.passwords.verify = () => Promise.reject(new AppError("unavailable", "gone"));
    const { status, result, headers } = await attempt("ada@example.com", PASSWORD);
    expect([status, result]).toMatchObject([503, { status: "refused", code: "auth/network-request-failed" }]);
    expect(headers.getSetCookie()).toEqual([]);
    expect(reported).toMatchObject([{ code: "unavailable" }]);
  });

  test("in the session store signs nobody in", async () => {
    deps.visitors.signIn = () => Promise.reject(new Error("disk full"));
    const { status, result } = await attempt("ada@example.com", PASSWORD);
    expect([status, result]).toMatchObject([500, { status: "refused", code: "auth/internal-error" }]);
  });

  test.each([
    ["another method", new Request("http://site.test/", { method: "PUT", body: "email=a" }), 405],
    ["JSON", new Request("http://site.test/", { method: "POST", body: "{}" }), 415],
    [
      "a field given twice",
      new Request("http://site.test/", {
        method: "POST",
        body: "email=a&email=b&password=c",
        headers: { "content-type": "application/x-www-form-urlencoded" },
      }),
      400,
    ],
  ])("%s", async (_name, request, status) => {
    expect((await receiveSignIn(request, "192.0.2.1", deps)).status).toBe(status);
    expect(asked).toBe(0);
  });

  test("a password of a megabyte is refused without hashing it", async () => {
    expect((await attempt("ada@example.com", "x".repeat(20_000))).status).toBe(422);
    expect(asked).toBe(0);
  });
});
