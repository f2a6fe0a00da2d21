import { SignJWT } from "jose";
import { PRIVATE } from "../platform/cache-control.ts";
import type { AppError } from "../platform/errors.ts";
import { keyedHash } from "../platform/secret.server.ts";
import type { TokenSync } from "./session-client.ts";
import type { CurrentUser, SessionState } from "./session.ts";
import type { Visitors, VisitorState } from "./sessions.server.ts";

export interface TokenSyncDeps {
  visitors: Pick<Visitors, "stateOf">;
  /** AUTH_TOKEN_SYNC_URL, a path at this origin. */
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
export async function sessionResponse(request: Request, deps: TokenSyncDeps): Promise<Response> {
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
