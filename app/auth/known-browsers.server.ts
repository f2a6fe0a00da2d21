import { createHash } from "node:crypto";
import type { SessionStorage } from "@remix-run/node";

/** What is kept of a browser that signed in to a password account. */
export interface KnownBrowser {
  /** The account's user. */
  uid: string;
}

/** Browsers that signed in to a password account before, by a cookie of their own (decisions/0010-sign-in.md). */
export interface KnownBrowsers {
  /** Returns the key of the browser's own attempts at an account, or null when it never signed in to it. */
  recognize(request: Request, uid: string): Promise<string | null>;
  /** Remembers the browser for 180 days under a new id and ends the id it came with. Returns the cookie to set. */
  remember(request: Request, uid: string): Promise<string>;
}

export function createKnownBrowsers(sessions: SessionStorage<KnownBrowser>): KnownBrowsers {
  const sessionOf = (request: Request) => sessions.getSession(request.headers.get("Cookie"));
  return {
    async recognize(request, uid) {
      const session = await sessionOf(request);
      if (session.get("uid") !== uid) return null;
      return createHash("sha256").update(session.id).digest("hex");
    },
    async remember(request, uid) {
      await sessions.destroySession(await sessionOf(request));
      const session = await sessions.getSession();
      session.set("uid", uid);
      return sessions.commitSession(session);
    },
  };
}
