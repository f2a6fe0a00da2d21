import { createCookie } from "@remix-run/node";
import { jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import { PRIVATE } from "../platform/cache-control.ts";
import { storeError } from "../platform/content-store.server.ts";
import type { AppError } from "../platform/errors.ts";
import { keyedHash } from "../platform/secret.server.ts";
import type { CurrentUser, SessionState } from "./session.ts";
import type { TokenSync } from "./session-client.ts";
import type { Visitors, VisitorState } from "./sessions.server.ts";

/** The receiver of this site, when AUTH_TOKEN_SYNC_URL names it. */
export const TOKEN_SYNC_PATH = "/api/token-sync";

export interface TokenSyncDeps {
  visitors: Pick<Visitors, "stateOf">;
  /** AUTH_TOKEN_SYNC_URL, a path of this site. */
  syncPath: string | undefined;
  secret: string;
  publicUrl: string;
  report: (error: AppError) => void;
}

/** Maximum age of the sign-in for an ID token, and the token's lifetime (docs/specification.md, section 9). */
const ID_TOKEN_SECONDS = 300;

/** Returns the key that receivers verify ID tokens with: an HMAC of SESSION_SECRET. */
export const idTokenKey = (secret: string): Uint8Array => keyedHash(secret, "id-token", "");

/** Returns a JWT (HS256) for the signed-in user. */
function mintIdToken(
  { uid, email, name, picture }: CurrentUser,
  { secret, publicUrl, now }: { secret: string; publicUrl: string; now: Date },
): Promise<string> {
  const seconds = Math.floor(now.getTime() / 1000);
  return new SignJWT({ email, ...(name ? { name } : {}), ...(picture ? { picture } : {}) })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setSubject(uid)
    .setIssuer(publicUrl)
    .setAudience(publicUrl)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + ID_TOKEN_SECONDS)
    .sign(idTokenKey(secret));
}

/** Returns what the browser needs for token sync. The token is null once the sign-in is too old. */
async function tokenSync(state: VisitorState, deps: TokenSyncDeps): Promise<{ tokenSync?: TokenSync }> {
  if (!deps.syncPath) return {};
  const { user, signedInAt } = state;
  const now = new Date();
  const young = signedInAt !== null && now.getTime() - signedInAt < ID_TOKEN_SECONDS * 1000;
  const token = user && young ? await mintIdToken(user, { ...deps, now }) : null;
  return { tokenSync: { path: deps.syncPath, token, signedInAt } };
}

/**
 * Handles `GET /api/session`: returns `{ user, role }` from the Cookie header alone, and the data of token sync where it is
 * configured. The server calls it too, for the Studio. 503 when the session store is unavailable.
 */
export async function sessionAnswer(request: Request, deps: TokenSyncDeps): Promise<Response> {
  const headers = { "Cache-Control": PRIVATE };
  try {
    const state = await deps.visitors.stateOf(request);
    const { user, role } = state;
    return Response.json({ user, role, ...(await tokenSync(state, deps)) }, { headers });
  } catch (error) {
    deps.report(error as AppError);
    const nobody: SessionState = { user: null, role: null };
    return Response.json(nobody, { status: 503, headers: { ...headers, "Retry-After": "30" } });
  }
}

const payloadSchema = z.object({ sub: z.string(), exp: z.number() });

/** Returns an ID token of this site that still holds, whose it is and when it ends, or null. */
async function readIdToken(
  authorization: string | null,
  { secret, publicUrl }: Pick<TokenSyncDeps, "secret" | "publicUrl">,
) {
  const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(authorization ?? "")?.[1];
  if (!token) return null;
  const options = { algorithms: ["HS256"], issuer: publicUrl, audience: publicUrl };
  const { payload } = await jwtVerify(token, idTokenKey(secret), options).catch(() => ({ payload: null }));
  const { data } = payloadSchema.safeParse(payload);
  return data ? { token, ...data } : null;
}

/**
 * Handles POST and DELETE of an ID token (docs/specification.md, section 7): keeps the token in a cookie that only the server
 * reads, until the token ends, and only for the user of the request's own session. Never throws.
 */
export async function receiveTokenSync(request: Request, deps: TokenSyncDeps): Promise<Response> {
  const headers = new Headers({ "Cache-Control": PRIVATE });
  const refuse = (status: number, error: string) => Response.json({ error }, { status, headers });
  if (deps.syncPath !== TOKEN_SYNC_PATH) return refuse(404, "not-found");
  const https = deps.publicUrl.startsWith("https:");
  const cookie = createCookie(https ? "__Host-id-token" : "id-token", {
    httpOnly: true,
    secure: https,
    sameSite: "lax",
    path: "/",
  });
  if (request.method === "DELETE") {
    headers.set("Set-Cookie", await cookie.serialize("", { maxAge: 0 }));
    return new Response(null, { status: 204, headers });
  }
  if (request.method !== "POST") {
    headers.set("Allow", "POST, DELETE");
    return refuse(405, "method-not-allowed");
  }
  try {
    const idToken = await readIdToken(request.headers.get("Authorization"), deps);
    const { user } = await deps.visitors.stateOf(request);
    if (!idToken || user?.uid !== idToken.sub) return refuse(401, "auth/invalid-credential");
    const maxAge = Math.max(0, idToken.exp - Math.floor(Date.now() / 1000));
    headers.set("Set-Cookie", await cookie.serialize(idToken.token, { maxAge }));
    return new Response(null, { status: 204, headers });
  } catch (cause) {
    deps.report(storeError(cause));
    headers.set("Retry-After", "30");
    return refuse(503, "unavailable");
  }
}
