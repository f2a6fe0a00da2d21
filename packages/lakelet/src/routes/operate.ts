import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import { WRITER } from "../auth/actor.ts";
import { insufficientPermissions, validationError } from "../model/errors.ts";
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

/** Only the write token: these operations bypass the history. @throws LakeError 403 */
export function requireOperator({ actor }: RouteContext): void {
  if (actor?.id !== WRITER.id) throw insufficientPermissions("manage");
}

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

/** Backup, and erasing what the history remembers. For the write token only. */
export function operateRoutes(operator: Operator): Route[] {
  const route = (
    method: "GET" | "POST",
    pattern: string,
    handle: (context: RouteContext, operator: Operator) => Response | Promise<Response>,
  ): Route => ({
    method,
    pattern,
    access: "write",
    handle: (context) => {
      requireOperator(context);
      return handle(context, operator);
    },
  });
  return [
    route("GET", "/operate/:dataset/snapshot", () => snapshot(operator)),
    route("GET", "/operate/:dataset/mentions", mentions),
    route("POST", "/operate/:dataset/forget", forget),
  ];
}
