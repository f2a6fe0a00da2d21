import { READER, WRITER } from "../auth/actor.ts";
import { underLoopbackName } from "../auth/loopback.ts";
import { listOf } from "../http/request.ts";
import { json } from "../http/response.ts";
import { route } from "../http/route.ts";
import type { LakeConfig, Route, RouteContext } from "../http/route.ts";
import { badRequest, notFound, validationError } from "../model/errors.ts";
import { isJsonObject } from "../model/json.ts";
import type { People, Person, Setting, Settings } from "../store/people.ts";

/** The Studio only checks that this is in the future; the site's session has its own expiry. */
const SESSION_S = 24 * 60 * 60;

const ROLE_TITLES = { administrator: "Administrator", editor: "Editor", viewer: "Viewer" } as const;

/** Returns `{}` without a user, as hosted Sanity does: Studio 5 retries endlessly after an error. */
function currentUser({ actor }: RouteContext): Response {
  if (!actor) return json({});
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

function providers({ config, url: asked }: RouteContext): Response {
  const url = `${underLoopbackName(config.publicUrl, asked.hostname)}${config.basePath}/auth/login`;
  return json({ providers: config.session ? [{ name: "local", title: "Sign in", url }] : [] });
}

/** Returns the path to return to after sign-in if its origin is one of the lake's, else `/`. */
function returnPath(url: URL, { publicUrl, origins }: LakeConfig): string {
  const asked = URL.parse(url.searchParams.get("origin") ?? "", publicUrl);
  if (!asked || !origins.has(asked.origin)) return "/";
  // Two leading slashes would name another host.
  return `/${(asked.pathname + asked.search).replace(/^[/\\]+/, "")}`;
}

/** GET `/auth/login?origin=…`: redirects from the Studio to the site's sign-in page. */
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

/** The current user, sign-in and sign-out. See docs/protocol.md, "Session and people". */
export const sessionRoutes: Route[] = [
  route("GET", "/users/me", "public", currentUser),
  route("GET", "/auth/id", "read", sessionId),
  route("GET", "/auth/providers", "public", providers),
  route("POST", "/auth/logout", "public", logout),
  { ...route("GET", "/auth/login", "public", login), versioned: false },
];

const MAX_KEY = 200;
const MAX_VALUE = 64 * 1024;
const MAX_SETTINGS = 500;

/** One id: an object, or 404. Several: a list with null for unknown ones. */
function users({ params, actor }: RouteContext, people: People): Response {
  const found = (params["ids"] ?? "").split(",").map((id) => {
    const known: Person | undefined = people.get(id) ?? [READER, WRITER].find((one) => one.id === id);
    if (!known) return null;
    const { name: displayName, picture: imageUrl } = known;
    return { id, displayName, imageUrl, sanityUserId: id, isCurrentUser: id === actor?.id };
  });
  if (found.length > 1) return json(found);
  if (!found[0]) throw notFound("User not found");
  return json(found[0]);
}

function readSettings({ params, actor }: RouteContext, settings: Settings): Response {
  const keys = listOf(params["keys"]);
  return json(keys.map((key) => settings.get(actor?.id ?? "", key) ?? { key, value: null }));
}

function parseSettings(body: unknown): Setting[] {
  const items = Array.isArray(body) ? (body as unknown[]) : [body];
  return items.map((item) => {
    const key = isJsonObject(item) ? item["key"] : undefined;
    if (!isJsonObject(item) || typeof key !== "string" || key === "" || key.length > MAX_KEY)
      throw validationError(`A setting needs a key of at most ${MAX_KEY} characters`);
    const value = item["value"] ?? null;
    if (JSON.stringify(value).length > MAX_VALUE)
      throw validationError(`A setting holds at most ${MAX_VALUE} characters of JSON`);
    return { key, value };
  });
}

async function writeSettings({ readJson, actor }: RouteContext, settings: Settings): Promise<Response> {
  const given = parseSettings(await readJson());
  const id = actor?.id ?? "";
  if (given.length > MAX_SETTINGS) throw validationError("Too many settings");
  const added = new Set(given.map(({ key }) => key).filter((key) => !settings.get(id, key)));
  if (settings.count(id) + added.size > MAX_SETTINGS) throw validationError("Too many settings");
  for (const setting of given) settings.set(id, setting);
  return json(given);
}

/** Deletes settings, by keys that are there or not. */
function deleteSettings({ params, actor }: RouteContext, settings: Settings): Response {
  for (const key of listOf(params["keys"])) settings.delete(actor?.id ?? "", key);
  return new Response(null, { status: 204, headers: { "cache-control": "no-store" } });
}

/** Names of authors, and the Studio's settings. See docs/protocol.md, "Session and people". */
export const peopleRoutes = (people: People, settings: Settings): Route[] => [
  route("GET", "/users/me/keyvalue/:keys?", "read", (context) => readSettings(context, settings)),
  route("PUT", "/users/me/keyvalue/:keys?", "read", (context) => writeSettings(context, settings)),
  route("DELETE", "/users/me/keyvalue/:keys", "read", (context) => deleteSettings(context, settings)),
  route("GET", "/users/:ids", "read", (context) => users(context, people)),
];
