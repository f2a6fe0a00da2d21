import type { LakeUser, SiteSession } from "content-lake";
import type { Services } from "../app/platform/services.server.ts";

/**
 * The site's sign-in for the content lake and its Studio: who may enter `/admin` edits everything, all others are visitors. While
 * the site cannot tell, requests fail instead of signing editors out. `visitors` is null while the site is starting.
 */
export function createSiteSession(visitors: () => Services["auth"]["visitors"] | null): SiteSession {
  const ready = () => {
    const known = visitors();
    if (!known) throw new Error("The site is starting and cannot tell who is signed in.");
    return known;
  };
  return {
    loginPath: "/login",
    async userOf(request): Promise<LakeUser | null> {
      const { user, admin } = await ready().stateOf(request);
      if (!user || !admin) return null;
      const { uid, email, name, picture } = user;
      return { id: uid, name: name || email, email, picture, role: "admin" };
    },
    signOut: async (request) => [await ready().signOut(request)],
  };
}
