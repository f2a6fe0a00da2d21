import { publishedIdOf } from "../document.ts";
import type { LakeDocument } from "../document.ts";
import { validationError } from "../errors.ts";
import { KNOWN_QUERIES, LIMITS, PUBLIC_QUERIES } from "../limits.ts";
import { flag } from "../http/request.ts";
import type { PublicRead } from "../public-read/public-read.ts";
import { boundedJson } from "../query/evaluate.ts";
import { jsonStream, jsonText } from "../http/response.ts";
import type { Route, RouteContext } from "../http/route.ts";
import { withUrlBelow } from "../assets/asset-store.ts";

/** For `includeAllVersions`: returns the ids of every version of these documents. Strangers see no drafts. */
function versionsOf(ids: readonly string[], { documents, actor, sees }: RouteContext): readonly string[] {
  if (!actor) return ids;
  const groups = new Set(ids.map(publishedIdOf));
  return [...documents.all()].map(({ _id }) => _id).filter((id) => sees(id) && groups.has(publishedIdOf(id)));
}

/** Documents by stored id, without a perspective. Missing and hidden ones are listed with the reason. */
function getDocuments(context: RouteContext, publicRead: PublicRead): Response {
  const { documents, params, sees, url } = context;
  const asked = (params["ids"] ?? "").split(",").filter(Boolean);
  const limits = context.isStranger ? PUBLIC_QUERIES : KNOWN_QUERIES;
  const most = context.isStranger ? LIMITS.documentsPerPublicRequest : LIMITS.documentsPerRequest;
  if (asked.length > most) throw validationError(`At most ${most} documents in one request`);
  const ids = flag(url.searchParams, "includeAllVersions") ? versionsOf(asked, context) : asked;
  const brief = flag(url.searchParams, "excludeContent");
  const found: unknown[] = [];
  const omitted: Array<{ id: string; reason: "existence" | "permission" }> = [];
  for (const id of new Set(ids)) {
    const document = documents.get(id);
    // The same for a private id whether it exists or not: an id alone can reveal something.
    if (!sees(id)) omitted.push({ id, reason: "permission" });
    else if (!document) omitted.push({ id, reason: "existence" });
    else if (brief) found.push({ _id: id, _type: document._type, _rev: document._rev });
    else found.push(document);
  }
  const text = boundedJson({ documents: found, omitted }, limits.maxResultCharacters);
  return context.isStranger ? jsonStream(publicRead.hold(Buffer.from(text))) : jsonText(text);
}

/** GET `/data/doc/{dataset}/{id,id,…}`. */
export const documentRoutes = (publicRead: PublicRead): Route[] => [
  {
    method: "GET",
    pattern: "/data/doc/:dataset/:ids",
    access: "published",
    handle: (context) => getDocuments(context, publicRead),
  },
];

function ndjson(documents: Iterable<LakeDocument>, assetBase: string | null): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const rest = documents[Symbol.iterator]();
  return new ReadableStream({
    pull(controller) {
      const { done, value } = rest.next();
      if (done) return controller.close();
      const shown = assetBase === null ? value : withUrlBelow(value, assetBase);
      controller.enqueue(encoder.encode(`${JSON.stringify(shown)}\n`));
    },
  });
}

/**
 * GET `/data/export/{dataset}`: every document, drafts included, as NDJSON; `types=a,b` filters. `assetBase` is an extension:
 * URLs of assets begin with it, for callers that cannot reach the public URL. The export is the dataset at one moment,
 * whatever is written while it is sent.
 */
function exportDocuments({ documents, url, sees }: RouteContext): Response {
  const types = url.searchParams.get("types")?.split(",").filter(Boolean) ?? [];
  const moment =
    types.length > 0 ? types.flatMap((type) => [...documents.byType(type)]) : [...documents.all()];
  const visible = moment.filter(({ _id }) => sees(_id));
  return new Response(ndjson(visible, url.searchParams.get("assetBase")), {
    headers: { "content-type": "application/x-ndjson; charset=utf-8", "cache-control": "no-store" },
  });
}

export const exportRoutes: Route[] = [
  { method: "GET", pattern: "/data/export/:dataset", access: "read", handle: exportDocuments },
];
