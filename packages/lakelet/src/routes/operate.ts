import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import { validationError } from "../model/errors.ts";
import { isJsonObject } from "../model/json.ts";
import type { Snapshot } from "../store/snapshot.ts";
import { json } from "../http/response.ts";
import type { Route, RouteContext } from "../http/route.ts";

/** Operations for whoever runs the lake. An extension of Sanity's API. */
export interface Operator {
  snapshot(): Promise<Snapshot>;
  /** Returns the ids of documents that contain a text now or in their history. */
  mentions(text: string): string[];
  /** Deletes the history of documents but for their current state. */
  forget(ids: readonly string[]): void;
}

const MAX_IDS = 1_000;
const SHORTEST_TEXT = 3;

/** The whole database as one SQLite file. */
async function snapshot(operator: Operator): Promise<Response> {
  const { path, remove } = await operator.snapshot();
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

function mentions({ url }: RouteContext, operator: Operator): Response {
  const text = url.searchParams.get("text") ?? "";
  if (text.length < SHORTEST_TEXT) throw validationError("text is too short");
  return json({ ids: operator.mentions(text) });
}

async function forget({ readJson }: RouteContext, operator: Operator): Promise<Response> {
  const body = await readJson();
  const ids = isJsonObject(body) ? body["ids"] : undefined;
  if (!Array.isArray(ids) || !ids.every((id) => typeof id === "string") || ids.length > MAX_IDS)
    throw validationError(`ids must be a list of at most ${MAX_IDS} document ids`);
  operator.forget(ids);
  return json({ forgotten: ids.length });
}

/** Backup, and erasing what the history remembers. */
export const operateRoutes = (operator: Operator): Route[] => [
  {
    method: "GET",
    pattern: "/operate/:dataset/snapshot",
    access: "operate",
    handle: () => snapshot(operator),
  },
  {
    method: "GET",
    pattern: "/operate/:dataset/mentions",
    access: "operate",
    handle: (context) => mentions(context, operator),
  },
  {
    method: "POST",
    pattern: "/operate/:dataset/forget",
    access: "operate",
    handle: (context) => forget(context, operator),
  },
];
