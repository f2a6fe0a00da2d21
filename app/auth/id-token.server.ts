import { SignJWT } from "jose";
import { keyedHash } from "../platform/secret.server.ts";
import type { CurrentUser } from "./current-user.ts";

/** Specification 9: an ID token is never handed on when the sign-in is older than this, nor good for longer; seconds. */
export const ID_TOKEN_AGE = 300;

/** The key that whoever takes the tokens checks them with: HMAC of SESSION_SECRET for this one purpose. */
export const idTokenKey = (secret: string): Uint8Array => keyedHash(secret, "id-token", "");

/** A JWT (HS256) that says who is signed in here. */
export function mintIdToken(
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
