import { LakeError } from "../errors.ts";
import type { Actor } from "./actor.ts";

/** A person that the surrounding site knows. */
export interface LakeUser {
  /** Stays the same; written into the history. */
  id: string;
  name: string;
  email: string;
  picture?: string | null;
  role: "admin" | "editor";
}

/** The surrounding site's sign-in, which the lake makes use of. */
export interface SiteSession {
  /** Who a request comes from, by its cookies; null for nobody, or somebody without a right to edit. */
  userOf(request: Pick<Request, "headers">): Promise<LakeUser | null>;
  /** Path of the sign-in page; it gets `redirectTo`, a path to come back to. */
  loginPath: string;
  /** Ends the request's session. Answers the Set-Cookie headers to send. */
  signOut(request: Pick<Request, "headers">): Promise<string[]>;
}

/** A site's person as the lake knows actors. */
export const actorOf = ({ id, name, email, picture, role }: LakeUser): Actor => ({
  id,
  name,
  email,
  picture: picture ?? null,
  role: role === "admin" ? "administrator" : "editor",
  by: "session",
});

/**
 * Refuses what another site makes a signed-in browser send, reading included: a link to an expensive query is followed with
 * the visitor's cookie.
 * @throws LakeError 403
 */
export function checkOrigin(request: Request, origins: ReadonlySet<string>): void {
  const origin = request.headers.get("origin");
  const isForeign =
    origin === null ? request.headers.get("sec-fetch-site") === "cross-site" : !origins.has(origin);
  if (!isForeign) return;
  const message = "Requests of other sites are not accepted";
  throw new LakeError(403, { statusCode: 403, error: "Forbidden", message });
}
