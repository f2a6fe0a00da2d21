import { READER, WRITER } from "../../auth/tokens.ts";
import { json } from "../respond.ts";
import type { Actor, Route, RouteContext } from "../route.ts";

const roleOf = (actor: Actor): { name: string; title: string } =>
  actor.canWrite ? { name: "administrator", title: "Administrator" } : { name: "viewer", title: "Viewer" };

function currentUser({ actor }: RouteContext): Response {
  const { id, name } = actor ?? READER;
  const role = roleOf(actor ?? READER);
  return json({
    id,
    name,
    email: "",
    profileImage: null,
    provider: "sanity-token",
    role: role.name,
    roles: [role],
  });
}

/** One id: an object. Several: a list. Unknown: null. */
function users({ params, actor }: RouteContext): Response {
  const found = (params["ids"] ?? "").split(",").map((id) => {
    const known = [READER, WRITER].find((one) => one.id === id);
    if (!known) return null;
    return {
      id,
      displayName: known.name,
      imageUrl: null,
      sanityUserId: id,
      isCurrentUser: id === actor?.id,
    };
  });
  return json(found.length === 1 ? found[0] : found);
}

/** What clients ask besides content: who am I, is anybody there. */
export const metaRoutes: Route[] = [
  { method: "GET", pattern: "/users/me", auth: "read", handle: currentUser },
  { method: "GET", pattern: "/users/:ids", auth: "read", handle: users },
  { method: "GET", pattern: "/ping", auth: "none", handle: () => json({}) },
  { method: "GET", pattern: "/data/ping/:dataset", auth: "none", handle: () => json({}) },
  {
    method: "GET",
    pattern: "/check/cors",
    auth: "none",
    handle: () => json({ result: { allowed: true, withCredentials: true } }),
  },
];
