import { SignJWT } from "jose";
import { expect, test } from "vitest";
import { AppError } from "../platform/errors.ts";
import type { VisitorState } from "./sessions.server.ts";
import type { CurrentUser } from "./session.ts";
import type { TokenSync } from "./session-client.ts";
import {
  idTokenKey,
  receiveTokenSync,
  sessionAnswer,
  TOKEN_SYNC_PATH,
  type TokenSyncDeps,
} from "./token-sync.server.ts";

const user = (uid: string): CurrentUser => ({
  uid,
  email: `${uid}@example.com`,
  name: null,
  picture: null,
  provider: "google",
});
const stateOf = async (uid: string | null): Promise<VisitorState> => ({
  user: uid === null ? null : user(uid),
  role: null,
  signedInAt: Date.now(),
});
const SITE = { secret: "a secret of sixteen", publicUrl: "https://site.test", syncPath: TOKEN_SYNC_PATH };

/** Returns the token that the site gives the browser. */
async function tokenOf(uid: string): Promise<string> {
  const request = new Request("https://site.test/api/session");
  const visitors = { stateOf: () => stateOf(uid) };
  const response = await sessionAnswer(request, { ...SITE, visitors, report: () => {} });
  return ((await response.json()) as { tokenSync: TokenSync }).tokenSync.token ?? "";
}

interface SyncOptions extends Partial<TokenSyncDeps> {
  method?: string;
  session?: string | null;
}

function sync(token: string | null, { method = "POST", session = "ada", ...site }: SyncOptions = {}) {
  const headers = token === null ? {} : { authorization: `Bearer ${token}` };
  return receiveTokenSync(new Request(`https://site.test${TOKEN_SYNC_PATH}`, { method, headers }), {
    ...SITE,
    visitors: { stateOf: () => stateOf(session) },
    report: () => {},
    ...site,
  });
}

test("keeps the token of the session's user in a cookie that scripts cannot read, for its five minutes", async () => {
  const response = await sync(await tokenOf("ada"));
  expect(response.status).toBe(204);
  const cookie = response.headers.get("set-cookie") ?? "";
  expect(cookie).toMatch(
    /^__Host-id-token=[^;]+; Max-Age=(299|300); Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
  expect(response.headers.get("cache-control")).toContain("no-store");
});

test("takes the cookie back", async () => {
  const response = await sync(null, { method: "DELETE", session: null });
  expect([response.status, response.headers.get("set-cookie")]).toEqual([
    204,
    expect.stringContaining("Max-Age=0"),
  ]);
});

const signed = (secret: string, payload: object, expires: string) =>
  new SignJWT({ ...payload })
    .setProtectedHeader({ alg: "HS256" })
    .setSubject("ada")
    .setIssuer(SITE.publicUrl)
    .setAudience(SITE.publicUrl)
    .setExpirationTime(expires)
    .sign(idTokenKey(secret));

test.each<[string, () => Promise<Response>]>([
  ["without a token", () => sync(null)],
  ["with no token", () => sync("a.b")],
  ["with another's token", async () => sync(await tokenOf("eve"))],
  ["without a session", async () => sync(await tokenOf("ada"), { session: null })],
  ["with a forged token", async () => sync(await signed("another secret of sixteen", {}, "5 m"))],
  ["with an old token", async () => sync(await signed(SITE.secret, {}, "-1 s"))],
  ["with an unsigned token", async () => sync("eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZGEifQ.x")],
])("sets nothing %s", async (_name, send) => {
  const response = await send();
  expect([response.status, response.headers.get("set-cookie")]).toEqual([401, null]);
});

test("is not there where tokens are not synced, or to another path, and knows two methods", async () => {
  const token = await tokenOf("ada");
  for (const syncPath of [undefined, "/elsewhere"])
    expect((await sync(token, { syncPath })).status).toBe(404);
  expect((await sync(token, { method: "PUT" })).status).toBe(405);
});

test("says so when nobody can tell whose session it is", async () => {
  const away = () => Promise.reject(new AppError("unavailable", "gone"));
  const response = await sync(await tokenOf("ada"), { visitors: { stateOf: away } });
  expect([response.status, response.headers.get("retry-after")]).toEqual([503, "30"]);
});
