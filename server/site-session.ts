import { ROLES } from "../app/model/roles.ts";
import type { LakeUser, SiteSession } from "lakelet";
import type { Services } from "../app/services.server.ts";

/**
 * Connects the lake and its Studio to the site's sign-in: admins of the site edit everything, editors everything but
 * private documents, all others are anonymous.
 * `visitors` returns null while the site is starting; requests fail then, because signing editors out would be worse.
 */
export function createSiteSession(visitors: () => Services["auth"]["visitors"] | null): SiteSession {
  const ready = () => {
    const current = visitors();
    if (!current) throw new Error("The site is starting and cannot tell who is signed in.");
    return current;
  };
  return {
    loginPath: "/login",
    async userOf(request): Promise<LakeUser | null> {
      const { user, role } = await ready().stateOf(request);
      const lakeRole = role && ROLES[role].lake;
      if (!user || !lakeRole) return null;
      const { uid, email, name, picture } = user;
      return { id: uid, name: name || email, email, picture, role: lakeRole };
    },
    signOut: async (request) => [await ready().signOut(request)],
  };
}
