import type { LakeUser, SiteSession } from "lakelet";
import { ROLES } from "../app/model/roles.ts";
import type { Services } from "../app/services.server.ts";

type Auth = Pick<Services["auth"], "visitors" | "authors">;

/**
 * Connects the lake and its Studio to the site's sign-in: admins of the site edit everything, editors everything but
 * private documents, all others are anonymous. An author's id belongs to the email address, as sessions and accounts do, so that their
 * role can be looked up later.
 * `started` resolves when the site has started; requests before fail, because signing editors out would be worse.
 */
export function createSiteSession(started: Promise<Auth>): SiteSession {
  let auth: Auth | null = null;
  void started.then((ready) => (auth = ready));
  const ready = () => {
    if (!auth) throw new Error("The site is starting and cannot tell who is signed in.");
    return auth;
  };
  return {
    loginPath: "/login",
    async userOf(request): Promise<LakeUser | null> {
      const { visitors, authors } = ready();
      const { user, role } = await visitors.stateOf(request);
      const lakeRole = role && ROLES[role].lake;
      if (!user || !lakeRole) return null;
      const { email, name, picture } = user;
      return { id: authors.idOf(email), name: name || email, email, picture, role: lakeRole };
    },
    signOut: async (request) => [await ready().visitors.signOut(request)],
    async roleOf(id) {
      const role = await (await started).authors.roleOf(id);
      return role && ROLES[role].lake;
    },
  };
}
