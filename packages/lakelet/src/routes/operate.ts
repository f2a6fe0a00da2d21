import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import { json } from "../http/response.ts";
import { route } from "../http/route.ts";
import type { Route, RouteContext } from "../http/route.ts";
import type { Feed } from "../listen/feed.ts";
import { validationError } from "../model/errors.ts";
import { isJsonObject } from "../model/json.ts";
import type { Store } from "../store/store.ts";

const MAX_IDS = 1_000;
const SHORTEST_TEXT = 3;

/** The whole database as one SQLite file. */
async function snapshot(store: Store): Promise<Response> {
  const { path, remove } = await store.snapshot();
  const file = await open(path);
  // The open handle keeps the bytes, and no crash can leave the file behind.
  await remove();
  const { size } = await file.stat();
  return new Response(Readable.toWeb(file.createReadStream()) as ReadableStream<Uint8Array>, {
    headers: {
      "content-type": "application/vnd.sqlite3",
      "content-length": String(size),
      "cache-control": "no-store",
    },
  });
}

async function mentions({ url }: RouteContext, { history }: Store): Promise<Response> {
  const text = url.searchParams.get("text") ?? "";
  if (text.length < SHORTEST_TEXT) throw validationError("text is too short");
  return json({ ids: await history.mentions(text) });
}

async function forget({ readJson }: RouteContext, { history }: Store, feed: Feed): Promise<Response> {
  const body = await readJson();
  const ids = isJsonObject(body) ? body["ids"] : undefined;
  if (!Array.isArray(ids) || !ids.every((id) => typeof id === "string") || ids.length > MAX_IDS)
    throw validationError(`ids must be a list of at most ${MAX_IDS} document ids`);
  history.forget(ids);
  feed.forget();
  return json({ forgotten: ids.length });
}

/** Operations for whoever runs the lake: backup, and erasing what the history remembers. An extension of Sanity's API. */
export const operateRoutes = (store: Store, feed: Feed): Route[] => [
  route("GET", "/operate/:dataset/snapshot", "operate", () => snapshot(store)),
  route("GET", "/operate/:dataset/mentions", "operate", (context) => mentions(context, store)),
  route("POST", "/operate/:dataset/forget", "operate", (context) => forget(context, store, feed)),
];
