import type { LakeUser, SiteSession } from "content-lake";

type Site = (request: Request) => Promise<Response>;

/** What the site answers to who is signed in (`GET /api/session`). */
interface SessionState {
  user: { uid: string; email: string; name: string | null; picture: string | null } | null;
  admin: boolean;
}

/** A request of our own to the site, with the cookies of the visitor whom it is about. */
function askFor(
  visitor: { headers: Pick<Headers, "get"> },
  publicUrl: string,
  path: string,
  method: "GET" | "POST",
): Request {
  const headers = { cookie: visitor.headers.get("cookie") ?? "", origin: publicUrl };
  return new Request(new URL(path, publicUrl), { method, headers });
}

/**
 * The site's sign-in for the content lake and its Studio: who may enter `/admin` edits everything, all others are visitors. While
 * the site cannot tell, requests fail instead of signing editors out.
 */
export function createSiteSession(site: Site, publicUrl: string): SiteSession {
  return {
    loginPath: "/login",
    async userOf(request): Promise<LakeUser | null> {
      const answer = await site(askFor(request, publicUrl, "/api/session", "GET"));
      if (!answer.ok) throw new Error(`The site cannot tell who is signed in: ${answer.status}`);
      const { user, admin } = (await answer.json()) as SessionState;
      if (!user || !admin) return null;
      const { uid, email, name, picture } = user;
      return { id: uid, name: name || email, email, picture, role: "admin" };
    },
    async signOut(request) {
      const answer = await site(askFor(request, publicUrl, "/logout", "POST"));
      return answer.headers.getSetCookie();
    },
  };
}
