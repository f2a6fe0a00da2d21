import { unauthorized } from "../errors.ts";
import type { Actor } from "./actor.ts";
import { actorOf, checkOrigin } from "./session.ts";
import type { SiteSession } from "./session.ts";
import type { Entrance } from "../http/route.ts";

export interface AuthenticateOptions {
  /** Answers an actor, null without a header, "unknown" for a token that is not ours. */
  byToken(header: string | null): Actor | null | "unknown";
  session: SiteSession | undefined;
  /** Origins whose pages may use a visitor's session. */
  origins: ReadonlySet<string>;
  /** Hears of everybody who came by a session. */
  remember(actor: Actor): void;
}

/**
 * Returns who is asking: the holder of a token, else whom the site's session names, else null. In process only tokens
 * count, as the site asks in nobody's name.
 * @throws LakeError 401 for an unknown token, 403 for what another site's page sends with a session
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
