import { LakeError, unauthorized } from "../model/errors.ts";
import type { Role } from "../model/role.ts";
import { WRITER } from "./actor.ts";
import type { Actor } from "./actor.ts";

/** Where a request comes from: the site's own code in this process, or the network. */
export type Entrance = "process" | "network";

/** A user of the surrounding site. */
export interface LakeUser {
  /** Permanent: written to the history. */
  id: string;
  name: string;
  email: string;
  picture?: string | null;
  role: "admin" | "editor";
}

/** The sign-in of the surrounding site. */
export interface SiteSession {
  /** Returns the user of a request by its cookies, or null for anyone who may not edit. */
  userOf(request: Pick<Request, "headers">): Promise<LakeUser | null>;
  /** Path of the sign-in page, which gets the path to return to as `redirectTo`. */
  loginPath: string;
  /** Ends the session of a request. Returns the Set-Cookie headers to send. */
  signOut(request: Pick<Request, "headers">): Promise<string[]>;
  /**
   * Returns the present role of a user by id, or null for anyone who may not edit any more. Called when a release is due that the
   * user scheduled; without it, the role at that time counts. After a rejection the release is tried again in a minute.
   */
  roleOf?(id: string): Promise<LakeUser["role"] | null>;
}

const lakeRole = (role: LakeUser["role"]): Role => (role === "admin" ? "administrator" : "editor");

type Author = Pick<Actor, "id" | "role">;

/** Returns an author with the role of now, or null for one who has none any more. */
export async function withPresentRole(
  author: Author,
  session: SiteSession | undefined,
): Promise<Author | null> {
  // The write token is no user.
  if (!session?.roleOf || author.id === WRITER.id) return author;
  const role = await session.roleOf(author.id);
  return role && { ...author, role: lakeRole(role) };
}

/** Returns the actor for a user of the site. */
const actorOf = ({ id, name, email, picture, role }: LakeUser): Actor => ({
  id,
  name,
  email,
  picture: picture ?? null,
  role: lakeRole(role),
  by: "session",
});

/**
 * Rejects requests that another site makes a signed-in browser send, reads included: a link to an expensive query carries the
 * visitor's cookie.
 * @throws LakeError 403
 */
function checkOrigin(request: Request, origins: ReadonlySet<string>): void {
  const origin = request.headers.get("origin");
  const isForeign =
    origin === null ? request.headers.get("sec-fetch-site") === "cross-site" : !origins.has(origin);
  if (!isForeign) return;
  const message = "Requests of other sites are not accepted";
  throw new LakeError(403, { statusCode: 403, error: "Forbidden", message });
}

export interface AuthenticateOptions {
  /** Returns an actor, null without a header, or "unknown" for an unknown token. */
  byToken(header: string | null): Actor | null | "unknown";
  session: SiteSession | undefined;
  /** Origins whose pages may use a visitor's session. */
  origins: ReadonlySet<string>;
  /** Called with every actor who has a session. */
  remember(actor: Actor): void;
}

/**
 * Creates the function that authenticates requests: by token, else by the site's session, else null. In process only tokens
 * count, because the site's own requests are on nobody's behalf.
 * @throws LakeError 401 for an unknown token, 403 for a request with a session from another site's page
 */
export function createAuthenticate({
  byToken,
  session,
  origins,
  remember,
}: AuthenticateOptions): (request: Request, entrance: Entrance) => Promise<Actor | null> {
  return async (request, entrance) => {
    const holder = byToken(request.headers.get("authorization"));
    if (holder === "unknown") throw unauthorized();
    if (holder || !session || entrance === "process" || !request.headers.has("cookie")) return holder;
    const user = await session.userOf(request);
    if (!user) return null;
    checkOrigin(request, origins);
    const actor = actorOf(user);
    remember(actor);
    return actor;
  };
}
