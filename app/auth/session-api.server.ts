import { SignJWT } from "jose";
import { PRIVATE } from "../platform/cache-control.ts";
import type { AppError } from "../platform/errors.ts";
import { keyedHash } from "../platform/secret.server.ts";
import type { TokenSync } from "./session-client.ts";
import type { CurrentUser, SessionState } from "./session.ts";
import type { VisitorState } from "./sessions.server.ts";

/** docs/specification.md, section 9: an ID token is never handed on when the sign-in is older than this, nor good for longer; seconds. */
const ID_TOKEN_AGE = 300;

/** The key that whoever takes the tokens checks them with: HMAC of SESSION_SECRET for this one purpose. */
export const idTokenKey = (secret: string): Uint8Array => keyedHash(secret, "id-token", "");

/** A JWT (HS256) that says who is signed in here. */
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
    .setExpirationTime(seconds + ID_TOKEN_AGE)
    .sign(idTokenKey(secret));
}

export interface SessionDeps {
  stateOf: (request: Request) => Promise<VisitorState>;
  /** AUTH_TOKEN_SYNC_URL, a path of this site. */
  syncPath: string | undefined;
  secret: string;
  publicUrl: string;
  report: (error: AppError) => void;
}

/** The ID token to hand on, while the sign-in is young enough. */
async function tokenSync(state: VisitorState, deps: SessionDeps): Promise<{ tokenSync?: TokenSync }> {
  if (!deps.syncPath) return {};
  const { user, signedInAt } = state;
  const now = new Date();
  const young = signedInAt !== null && now.getTime() - signedInAt < ID_TOKEN_AGE * 1000;
  const token = user && young ? await mintIdToken(user, { ...deps, now }) : null;
  return { tokenSync: { path: deps.syncPath, token, signedInAt } };
}

/**
 * `GET /api/session`: `{ user, admin }` by the Cookie header alone, and what token sync needs where that is configured. The
 * server asks here too, for the Studio. 503 while the session store cannot be reached: nobody is signed in then.
 */
export async function sessionAnswer(request: Request, deps: SessionDeps): Promise<Response> {
  const headers = { "Cache-Control": PRIVATE };
  try {
    const state = await deps.stateOf(request);
    const { user, admin } = state;
    return Response.json({ user, admin, ...(await tokenSync(state, deps)) }, { headers });
  } catch (error) {
    deps.report(error as AppError);
    const nobody: SessionState = { user: null, admin: false };
    return Response.json(nobody, { status: 503, headers: { ...headers, "Retry-After": "30" } });
  }
}
