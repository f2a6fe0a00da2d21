import { setImmediate as nextTurn } from "node:timers/promises";
import { publishedIdOf, VERSIONS } from "../document.ts";
import type { LakeDocument } from "../document.ts";
import { validationError } from "../errors.ts";
import { KNOWN_QUERIES, LIMITS, PUBLIC_QUERIES } from "../limits.ts";
import { flag } from "../http/request.ts";
import type { PublicRead } from "../public-read/public-read.ts";
import { boundedJson } from "../query/evaluate.ts";
import { jsonStream, jsonText } from "../http/response.ts";
import type { Route, RouteContext } from "../http/route.ts";
import { withUrlBelow } from "../assets/asset-store.ts";
import { compareText } from "../store/sorted.ts";
import type { Store } from "../store/store.ts";

/** For `includeAllVersions`: returns the ids of every version of these documents. Strangers see no drafts. */
function versionsOf(ids: readonly string[], { documents, actor, sees }: RouteContext): readonly string[] {
  if (!actor) return ids;
  const groups = new Set(ids.map(publishedIdOf));
  const inReleases = [...documents.idsBelow(VERSIONS)].filter((id) => groups.has(publishedIdOf(id)));
  const single = [...groups].flatMap((id) => [id, `drafts.${id}`]).filter((id) => documents.get(id));
  return [...single, ...inReleases].filter(sees).toSorted(compareText);
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

/** Documents that are collected for an export in one turn of the event loop. */
const COLLECTED_PER_TURN = 1000;

/** Characters of an export that are rendered in one turn. */
const RENDERED_PER_TURN = 256 * 1024;

/** Returns the documents as of the call. Others are served while it collects them. */
export async function documentsNow(
  store: Pick<Store, "documents" | "watch">,
  wants: (document: LakeDocument) => boolean,
): Promise<LakeDocument[]> {
  const watch = store.watch();
  try {
    const found: LakeDocument[] = [];
    for (let from = ""; ; await nextTurn()) {
      const batch = store.documents.batch(from, COLLECTED_PER_TURN);
      const last = batch.at(-1);
      if (!last) break;
      from = `${last._id}\0`;
      found.push(...batch.filter(wants));
    }
    const { changed } = watch;
    if (changed.size === 0) return found;
    const before = [...changed.values()].filter((document) => document !== null && wants(document));
    return [...found.filter(({ _id }) => !changed.has(_id)), ...(before as LakeDocument[])];
  } finally {
    watch.end();
  }
}

function ndjson(documents: Iterable<LakeDocument>, assetBase: string | null): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const rest = documents[Symbol.iterator]();
  return new ReadableStream({
    async pull(controller) {
      await nextTurn();
      let text = "";
      while (text.length < RENDERED_PER_TURN) {
        const { done, value } = rest.next();
        if (done) break;
        const shown = assetBase === null ? value : withUrlBelow(value, assetBase);
        text += `${JSON.stringify(shown)}\n`;
      }
      if (text === "") controller.close();
      else controller.enqueue(encoder.encode(text));
    },
  });
}

/**
 * GET `/data/export/{dataset}`: every document, drafts included, as NDJSON; `types=a,b` filters. `assetBase` is an extension:
 * URLs of assets begin with it, for callers that cannot reach the public URL. The export is the dataset at one moment,
 * whatever is written while it is sent.
 */
async function exportDocuments(
  { url, sees }: RouteContext,
  store: Pick<Store, "documents" | "watch">,
): Promise<Response> {
  const types = new Set(url.searchParams.get("types")?.split(",").filter(Boolean));
  const documents = await documentsNow(
    store,
    ({ _id, _type }) => sees(_id) && (types.size === 0 || types.has(_type)),
  );
  return new Response(ndjson(documents, url.searchParams.get("assetBase")), {
    headers: { "content-type": "application/x-ndjson; charset=utf-8", "cache-control": "no-store" },
  });
}

export const exportRoutes = (store: Pick<Store, "documents" | "watch">): Route[] => [
  {
    method: "GET",
    pattern: "/data/export/:dataset",
    access: "read",
    handle: (context) => exportDocuments(context, store),
  },
];
