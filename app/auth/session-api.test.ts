import { jwtVerify } from "jose";
import { describe, expect, test } from "vitest";
import { AppError } from "../platform/errors.ts";
import type { TokenSync } from "./session-client.ts";
import type { CurrentUser } from "./session.ts";
import { idTokenKey, sessionResponse, type TokenSyncDeps } from "./token-sync.server.ts";

const ada: CurrentUser = {
  uid: "google:1815",
  email: "ada@example.com",
  name: "Ada Lovelace",
  picture: null,
  provider: "google",
};
const SECRET = "secret of the site";
const request = new Request("http://site.test/api/session");

/** Returns the response to a user who signed in `age` seconds ago. */
async function answer(age: number | null, options: Partial<TokenSyncDeps> = {}) {
  const state =
    age === null
      ? { user: null, role: null, signedInAt: null }
      : { user: ada, role: "admin" as const, signedInAt: Date.now() - age * 1000 };
  const response = await sessionResponse(request, {
    visitors: { stateOf: async () => state },
    syncPath: "/sync-token",
    secret: SECRET,
    publicUrl: "https://site.test",
    report: () => {},
    ...options,
  });
  expect(response.headers.get("cache-control")).toContain("no-store");
  return (await response.json()) as { user: unknown; role: unknown; tokenSync?: TokenSync };
}

describe("GET /api/session", () => {
  test("says who it is and no more while token sync is off", async () => {
    expect(await answer(1, { syncPath: undefined })).toEqual({ user: ada, role: "admin" });
    expect(await answer(null, { syncPath: undefined })).toEqual({ user: null, role: null });
  });

  test("is 503 and nobody while the session store is away", async () => {
    const reported: AppError[] = [];
    const away = new AppError("unavailable", "gone");
    const response = await sessionResponse(request, {
      visitors: { stateOf: () => Promise.reject(away) },
      syncPath: undefined,
      secret: SECRET,
      publicUrl: "",
      report: (error) => reported.push(error),
    });
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({ user: null, role: null });
    expect(reported).toEqual([away]);
  });
});

describe("the ID token", () => {
  test("says who signed in, is good for 300 seconds, and can be checked with the derived key", async () => {
    const { tokenSync } = await answer(10);
    expect(tokenSync).toMatchObject({ path: "/sync-token", signedInAt: expect.any(Number) });
    const { payload, protectedHeader } = await jwtVerify(tokenSync?.token ?? "", idTokenKey(SECRET), {
      issuer: "https://site.test",
      audience: "https://site.test",
    });
    expect(protectedHeader.alg).toBe("HS256");
    expect(payload).toMatchObject({ sub: ada.uid, email: ada.email, name: ada.name });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(300);
    await expect(jwtVerify(tokenSync?.token ?? "", idTokenKey("another secret"))).rejects.toThrow(
      "signature",
    );
  });

  test("is not given once the sign-in is older than 300 seconds, nor to nobody", async () => {
    expect((await answer(299)).tokenSync?.token).toEqual(expect.any(String));
    expect((await answer(301)).tokenSync?.token).toBeNull();
    expect((await answer(null)).tokenSync).toEqual({ path: "/sync-token", token: null, signedInAt: null });
  });
});
