import { createCookie } from "@remix-run/node";
import { jwtVerify } from "jose";
import { z } from "zod";
import { PRIVATE } from "../platform/cache-control.ts";
import { storeError } from "../platform/content-store.server.ts";
import type { AppError } from "../platform/errors.ts";
import { idTokenKey, type Visitors } from "./sessions.server.ts";

/** The receiver of this site, when AUTH_TOKEN_SYNC_URL names it. */
export const TOKEN_SYNC_PATH = "/api/token-sync";

export interface TokenSyncDeps {
  visitors: Pick<Visitors, "stateOf">;
  syncPath: string | undefined;
  secret: string;
  publicUrl: string;
  report: (error: AppError) => void;
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
