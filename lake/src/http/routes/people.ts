import { validationError } from "../../errors.ts";
import { READER, WRITER } from "../../auth/tokens.ts";
import { isJsonObject } from "../../mutations/json.ts";
import type { People, Person } from "../../store/people.ts";
import type { Setting, Settings } from "../../store/settings.ts";
import { json } from "../respond.ts";
import type { Route, RouteContext } from "../route.ts";

const MAX_KEY = 200;
const MAX_VALUE = 64 * 1024;
const MAX_SETTINGS = 500;

/** One id: an object. Several: a list. Unknown: null. */
function users({ params, actor }: RouteContext, people: People): Response {
  const found = (params["ids"] ?? "").split(",").map((id) => {
    const known: Person | undefined = people.get(id) ?? [READER, WRITER].find((one) => one.id === id);
    if (!known) return null;
    const { name: displayName, picture: imageUrl } = known;
    return { id, displayName, imageUrl, sanityUserId: id, isCurrentUser: id === actor?.id };
  });
  return json(found.length === 1 ? found[0] : found);
}

function readSettings({ params, actor }: RouteContext, settings: Settings): Response {
  const keys = (params["keys"] ?? "").split(",").filter(Boolean);
  return json(keys.flatMap((key) => settings.get(actor?.id ?? "", key) ?? []));
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
  if (settings.count(id) + given.length > MAX_SETTINGS) throw validationError("Too many settings");
  for (const setting of given) settings.set(id, setting);
  return json(given);
}

/** Names of those who wrote, and what the Studio remembers for its user (lake.md c3). */
export function peopleRoutes(people: People, settings: Settings): Route[] {
  const read = (context: RouteContext): Response => readSettings(context, settings);
  const write = (context: RouteContext): Promise<Response> => writeSettings(context, settings);
  return [
    { method: "GET", pattern: "/users/me/keyvalue/:keys?", access: "read", handle: read },
    { method: "PUT", pattern: "/users/me/keyvalue/:keys?", access: "read", handle: write },
    { method: "GET", pattern: "/users/:ids", access: "read", handle: (context) => users(context, people) },
  ];
}
