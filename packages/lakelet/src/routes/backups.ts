import { createHmac, timingSafeEqual } from "node:crypto";
import { open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { parseAssetFile, publicBase } from "../assets/asset-store.ts";
import type { Backup, Backups } from "../backup/backups.ts";
import { json } from "../http/response.ts";
import { route } from "../http/route.ts";
import type { LakeConfig, Route, RouteContext } from "../http/route.ts";
import { badRequest, notFound, unauthorized } from "../model/errors.ts";
import { isJsonObject } from "../model/json.ts";

/** How long the URLs of a backup's files are valid. The `sanity` command requests all of them before the first download. */
const URL_TTL_MS = 6 * 60 * 60 * 1000;

const FILES_PER_PAGE = 1000;
const DEFAULT_LIMIT = 30;

const DATE = /^\d{4}-\d\d-\d\d$/;
const PART = /^documents-(\d{1,6})\.ndjson$/;

function dateOf(search: URLSearchParams, name: string): string | null {
  const date = search.get(name);
  if (date !== null && (!DATE.test(date) || Number.isNaN(Date.parse(date))))
    throw badRequest(`${name} must be a date such as 2026-01-31`);
  return date;
}

function numberOf(search: URLSearchParams, name: string, fallback: number): number {
  const text = search.get(name) ?? String(fallback);
  if (!/^\d{1,15}$/.test(text)) throw badRequest(`${name} must be a whole number`);
  return Number(text);
}

/** `after` is inclusive, `before` is not. */
function list({ url: { searchParams } }: RouteContext, backups: Backups): Response {
  const after = dateOf(searchParams, "after") ?? "";
  const before = dateOf(searchParams, "before") ?? "9999-12-31";
  const limit = numberOf(searchParams, "limit", DEFAULT_LIMIT);
  if (limit === 0) throw badRequest("limit must be at least 1");
  const found = backups.list().filter(({ createdAt }) => createdAt >= after && createdAt < before);
  return json({ backups: found.slice(0, limit).map(({ id, createdAt }) => ({ id, createdAt })), limit });
}

async function enable({ readJson }: RouteContext, backups: Backups): Promise<Response> {
  const body = await readJson();
  const isEnabled = isJsonObject(body) ? body["enabled"] : undefined;
  if (typeof isEnabled !== "boolean") throw badRequest("enabled must be true or false");
  backups.enable(isEnabled);
  return new Response(null, { status: 204 });
}

async function take(_context: RouteContext, backups: Backups): Promise<Response> {
  const { id, createdAt, documents, assets } = await backups.take();
  return json({ id, createdAt, documents, assets });
}

function find({ params }: RouteContext, backups: Backups): Backup {
  const backup = backups.find(params["id"] ?? "");
  if (!backup) throw notFound("Backup not found");
  return backup;
}

const sign = (key: string, path: string, expires: string): string =>
  createHmac("sha256", key).update(`backup\n${path}\n${expires}`).digest("hex");

const pathOf = ({ projectId, dataset }: LakeConfig, id: string, file: string): string =>
  `backups/${projectId}/${dataset}/${id}/${file}`;

function signedUrl(config: LakeConfig, key: string, path: string): string {
  const expires = String(Date.now() + URL_TTL_MS);
  return `${publicBase(config)}/${path}?expires=${expires}&signature=${sign(key, path, expires)}`;
}

/** @throws LakeError 401 */
function checkSignature(search: URLSearchParams, key: string, path: string): void {
  const expires = search.get("expires") ?? "";
  const given = Buffer.from(search.get("signature") ?? "");
  const expected = Buffer.from(sign(key, path, expires));
  const isSigned = given.length === expected.length && timingSafeEqual(given, expected);
  if (!isSigned || Number(expires) < Date.now()) throw unauthorized("The URL of the backup has expired");
}

/** The files of a backup, a page at a time, each with a URL that needs no token. */
async function files(context: RouteContext, backups: Backups, key: string): Promise<Response> {
  const { config, url } = context;
  const { id, createdAt, path, parts } = find(context, backups);
  const [images, others] = await Promise.all(["images", "files"].map((kind) => readdir(join(path, kind))));
  const all = [
    ...parts.map((_, index) => ({ type: "document", name: `documents-${index}.ndjson` })),
    ...(images ?? []).map((name) => ({ type: "image", name })),
    ...(others ?? []).map((name) => ({ type: "file", name })),
  ];
  const start = numberOf(url.searchParams, "nextCursor", 0);
  const end = start + FILES_PER_PAGE;
  const page = all
    .slice(start, end)
    .map((file) => ({ ...file, url: signedUrl(config, key, pathOf(config, id, file.name)) }));
  return json({
    createdAt,
    totalFiles: all.length,
    files: page,
    ...(end < all.length ? { nextCursor: String(end) } : {}),
  });
}

/** Returns where the bytes of a downloaded file are, both ends inclusive. @throws LakeError 404 */
function contentOf({ path, parts }: Backup, file: string): { path: string; start: number; end?: number } {
  const part = PART.exec(file)?.[1];
  if (part !== undefined) {
    const [start = 0, end] = [parts[Number(part) - 1], parts[Number(part)]];
    // The `sanity` command adds the newline after the last document.
    if (end !== undefined) return { path: join(path, "data.ndjson"), start, end: end - 2 };
  }
  for (const kind of ["images", "files"] as const)
    if (parseAssetFile(kind, file)) return { path: join(path, kind, file), start: 0 };
  throw notFound("File not found");
}

async function download(context: RouteContext, backups: Backups, key: string): Promise<Response> {
  const { config, params, url } = context;
  const { id = "", file = "" } = params;
  checkSignature(url.searchParams, key, pathOf(config, id, file));
  const { path, ...range } = contentOf(find(context, backups), file);
  // An asset whose bytes were lost before the backup, or a backup that is deleted meanwhile.
  const handle = await open(path).catch(() => null);
  if (!handle) throw notFound("File not found");
  return new Response(Readable.toWeb(handle.createReadStream(range)) as ReadableStream<Uint8Array>, {
    headers: {
      "content-type": "application/octet-stream",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
  });
}

/**
 * Backups as `sanity backups` uses them, for the write token only. `backups` is null for a lake in memory. `key` signs the URLs of
 * files, which the command requests without a token.
 */
export function backupRoutes(backups: Backups | null, key: string): Route[] {
  type Handler = (context: RouteContext, backups: Backups, key: string) => Response | Promise<Response>;
  const stored = (): Backups => {
    if (backups) return backups;
    throw badRequest("A server with --memory has no backups. `sanity dataset export` writes a file.");
  };
  const operate = (method: Route["method"], pattern: string, handle: Handler): Route =>
    route(method, pattern, "operate", (context) => handle(context, stored(), key));
  const dataset = "/projects/:project/datasets/:dataset";
  return [
    operate("GET", `${dataset}/backups`, list),
    operate("GET", `${dataset}/backups/:id`, files),
    operate("PUT", `${dataset}/settings/backups`, enable),
    // An extension.
    operate("POST", "/operate/:dataset/backup", take),
    {
      ...route("GET", "/backups/:project/:dataset/:id/:file", "public", (context) =>
        download(context, stored(), key),
      ),
      versioned: false,
    },
  ];
}
