import { badRequest } from "../../errors.ts";
import { json } from "../respond.ts";
import type { LakeConfig, Route, RouteContext } from "../route.ts";

/** The Studio asks only whether this lies in the future; the site's session has its own clock. */
const SESSION_S = 24 * 60 * 60;

const ROLE_TITLES = { administrator: "Administrator", editor: "Editor", viewer: "Viewer" } as const;

function currentUser({ actor }: RouteContext): Response {
  if (!actor) throw new Error("The route lets nobody in without an actor");
  const { id, name, email, picture, role, by } = actor;
  return json({
    id,
    name,
    email,
    profileImage: picture,
    provider: by === "token" ? "sanity-token" : "local",
    role,
    roles: [{ name: role, title: ROLE_TITLES[role] }],
  });
}

const sessionId = ({ actor }: RouteContext): Response =>
  json({ id: actor?.id, expiry: Math.floor(Date.now() / 1000) + SESSION_S });

function providers({ config }: RouteContext): Response {
  const url = `${config.publicUrl}${config.basePath}/auth/login`;
  return json({ providers: config.session ? [{ name: "local", title: "Sign in", url }] : [] });
}

/** The path to come back to after sign-in: the Studio's, on this origin or a configured one; `/` for any other. */
function returnPath(url: URL, { publicUrl, origins }: LakeConfig): string {
  const asked = URL.parse(url.searchParams.get("origin") ?? "", publicUrl);
  if (!asked || !origins.has(asked.origin)) return "/";
  // A path that begins with two slashes would name another host.
  return `/${(asked.pathname + asked.search).replace(/^[/\\]+/, "")}`;
}

/** GET `/auth/login?origin=…`: the Studio sends people here; the site knows how to sign them in. */
function login({ url, config }: RouteContext): Response {
  if (!config.session) throw badRequest("This content lake has no sign-in; use a token");
  const redirectTo = returnPath(url, config);
  const location = `${config.session.loginPath}?${new URLSearchParams({ redirectTo })}`;
  return new Response(null, { status: 302, headers: { location, "cache-control": "no-store" } });
}

async function logout({ request, config }: RouteContext): Promise<Response> {
  const headers = new Headers({ "cache-control": "no-store" });
  for (const cookie of (await config.session?.signOut(request)) ?? []) headers.append("set-cookie", cookie);
  return new Response(null, { status: 204, headers });
}

/** Who am I, and how do I come and go (lake.md c3). */
export const sessionRoutes: Route[] = [
  { method: "GET", pattern: "/users/me", access: "read", handle: currentUser },
  { method: "GET", pattern: "/auth/id", access: "read", handle: sessionId },
  { method: "GET", pattern: "/auth/providers", access: "public", handle: providers },
  { method: "POST", pattern: "/auth/logout", access: "public", handle: logout },
  { method: "GET", pattern: "/auth/login", access: "public", versioned: false, handle: login },
];
