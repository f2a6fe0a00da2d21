import type { SessionStorage } from "@remix-run/node";
import { AppError } from "../platform/errors.ts";
import type { CurrentUser, SessionState } from "./current-user.ts";

/** What a session of somebody signed in holds. */
export interface UserSession {
  user: CurrentUser;
  /** Milliseconds since 1970. */
  signedInAt: number;
}

export interface VisitorState extends SessionState {
  /** Milliseconds since 1970; null while signed out. */
  signedInAt: number | null;
}

/** A request, as far as it says who sends it. */
export interface CookieHolder {
  headers: Pick<Headers, "get">;
}

export interface Visitors {
  /** Who sends this request, by its Cookie header alone. Throws an AppError `unavailable`. */
  stateOf(request: CookieHolder): Promise<VisitorState>;
  /** Begins a new session under a new id and ends the one that the request came with. Answers the cookie to set. */
  signIn(request: CookieHolder, user: CurrentUser): Promise<string>;
  /** Ends the session on the server. Answers the cookie that takes the browser's away. */
  signOut(request: CookieHolder): Promise<string>;
}

interface VisitorOptions {
  sessions: SessionStorage<UserSession>;
  /** Lower case. Looked at with every request, so that who is taken off the list is out at once. */
  adminEmails: readonly string[];
}

/** The visitors of this site and their sessions (decisions, "Sign-in state"). */
export function createVisitors({ sessions, adminEmails }: VisitorOptions): Visitors {
  const sessionOf = (request: CookieHolder) => sessions.getSession(request.headers.get("Cookie"));
  return {
    async stateOf(request) {
      const session = await sessionOf(request).catch((cause: unknown) => {
        throw new AppError("unavailable", "The session store did not answer.", { cause });
      });
      const user = session.get("user") ?? null;
      const admin = user !== null && adminEmails.includes(user.email.toLowerCase());
      return { user, admin, signedInAt: session.get("signedInAt") ?? null };
    },
    async signIn(request, user) {
      await sessions.destroySession(await sessionOf(request));
      const session = await sessions.getSession();
      session.set("user", user);
      session.set("signedInAt", Date.now());
      return sessions.commitSession(session);
    },
    async signOut(request) {
      return sessions.destroySession(await sessionOf(request));
    },
  };
}
