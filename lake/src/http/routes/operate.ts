import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import { WRITER } from "../../auth/tokens.ts";
import { insufficientPermissions, validationError } from "../../errors.ts";
import { isJsonObject } from "../../mutations/json.ts";
import type { Snapshot } from "../../store/snapshot.ts";
import { json } from "../respond.ts";
import type { Route, RouteContext } from "../route.ts";

/** What whoever runs the lake may do with it; Sanity's API has no such thing. */
export interface Operator {
  snapshot(): Promise<Snapshot>;
  /** Ids of documents that hold a text now or held it once. */
  mentions(text: string): string[];
  /** Forgets all states of documents but the present one. */
  forget(ids: readonly string[]): void;
}

const MAX_IDS = 1_000;
const SHORTEST_TEXT = 3;

/** People's sessions do not reach this, whatever their role: it goes past all history. */
function requireOperator({ actor }: RouteContext): void {
  if (actor?.id !== WRITER.id) throw insufficientPermissions("manage");
}

/** The whole database as one SQLite file. */
async function snapshot(operator: Operator): Promise<Response> {
  const { path, remove } = await operator.snapshot();
  const file = await open(path);
  // Its bytes stay for who has it open, and no crash leaves them behind.
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
  if (text.length < SHORTEST_TEXT) throw validationError("text is too short to be looked for");
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
