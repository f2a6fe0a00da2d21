import { beforeEach, describe, expect, test } from "vitest";
import { CLIENT_ADDRESS } from "../platform/client-address.server.ts";
import { AppError } from "../platform/errors.ts";
import { createLimiter } from "../platform/rate-limit.server.ts";
import { receiveSignIn, type SignInDesk } from "./sign-in.server.ts";

const PASSWORD = "the right password";
const limit = (name: string, requests: number) =>
  createLimiter({ name, requests, seconds: 900 }, { on: false });

let desk: SignInDesk;
let reported: AppError[];
let asked: number;
beforeEach(() => {
  reported = [];
  asked = 0;
  desk = {
    async verify({ email, password }) {
      asked += 1;
      if (password !== PASSWORD) throw new AppError("auth/invalid-credential", "no", { status: 401 });
      return { uid: `password:${email}`, email, name: null, picture: null, provider: "password" };
    },
    perAddress: limit("address", 30),
    perAccount: limit("account", 10),
    begin: async () => "session=new",
    destination: () => "/admin",
    report: (error) => reported.push(error),
  };
});

const attempt = (email: string, password = "wrong", from = "192.0.2.1") =>
  receiveSignIn(
    new Request("http://site.test/api/sign-in", {
      method: "POST",
      body: new URLSearchParams({ email, password }),
      headers: { [CLIENT_ADDRESS]: from },
    }),
    desk,
  );

async function attempts(count: number, email: (index: number) => string, from?: (index: number) => string) {
  const statuses = new Set<number>();
  for (let index = 0; index < count; index++)
    statuses.add((await attempt(email(index), "wrong", from?.(index))).status);
  return [...statuses];
}

describe("guessing", () => {
  test("at one account ends after ten, from wherever it comes, and the password is not even looked at", async () => {
    const from = (index: number) => `192.0.2.${index}`;
    expect(await attempts(10, () => "ada@example.com", from)).toEqual([401]);
    for (const password of ["wrong", PASSWORD]) {
      const { status, headers, outcome } = await attempt(" ADA@example.com", password, "192.0.2.99");
      expect([status, outcome]).toMatchObject([429, { status: "refused", code: "auth/too-many-requests" }]);
      expect(Number(headers["Retry-After"])).toBeGreaterThan(0);
    }
    expect(asked).toBe(10);
    expect((await attempt("grace@example.com")).status).toBe(401);
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
    desk.verify = () => Promise.reject(new AppError("unavailable", "gone"));
    const { status, outcome, headers } = await attempt("ada@example.com", PASSWORD);
    expect([status, outcome]).toMatchObject([
      503,
      { status: "refused", code: "auth/network-request-failed" },
    ]);
    expect(headers).not.toHaveProperty("Set-Cookie");
    expect(reported).toMatchObject([{ code: "unavailable" }]);
  });

  test("in the session store signs nobody in", async () => {
    desk.begin = () => Promise.reject(new Error("disk full"));
    const { status, outcome } = await attempt("ada@example.com", PASSWORD);
    expect([status, outcome]).toMatchObject([500, { status: "refused", code: "auth/internal-error" }]);
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
    expect((await receiveSignIn(request, desk)).status).toBe(status);
    expect(asked).toBe(0);
  });

  test("a password of a megabyte is refused without hashing it", async () => {
    expect((await attempt("ada@example.com", "x".repeat(20_000))).status).toBe(422);
    expect(asked).toBe(0);
  });
});
