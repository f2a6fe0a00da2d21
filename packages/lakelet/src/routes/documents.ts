import { setImmediate as nextTurn } from "node:timers/promises";
import { withUrlBelow } from "../assets/asset-store.ts";
import { flag, listOf } from "../http/request.ts";
import { jsonLines, jsonStream, jsonText } from "../http/response.ts";
import { route } from "../http/route.ts";
import type { Route, RouteContext } from "../http/route.ts";
import { publishedIdOf, VERSIONS } from "../model/document.ts";
import type { LakeDocument } from "../model/document.ts";
import { validationError } from "../model/errors.ts";
import { KNOWN_QUERIES, LIMITS, PUBLIC_QUERIES } from "../model/limits.ts";
import { isDue } from "../model/public-from.ts";
import type { PublicRead } from "../public-read/public-read.ts";
import { boundedJson } from "../query/evaluate.ts";
import { documentsBefore } from "../store/documents-before.ts";
import { compareText } from "../store/sorted.ts";
import type { Store } from "../store/store.ts";

/** For `includeAllVersions`: returns the ids of every version of these documents. Strangers see no drafts. */
function versionsOf(ids: readonly string[], { documents, actor, sees }: RouteContext): readonly string[] {
  if (!actor) return ids;
  const groups = new Set(ids.map(publishedIdOf));
  const inReleases = [...documents.idsBelow(VERSIONS)].filter((id) => groups.has(publishedIdOf(id)));
  const single = [...groups].flatMap((id) => [id, `drafts.${id}`]).filter((id) => documents.get(id));
  return [...single, ...inReleases].filter((id) => sees(id)).toSorted(compareText);
}

/** Documents by stored id, without a perspective. Missing and hidden ones are listed with the reason. */
function getDocuments(context: RouteContext, publicRead: PublicRead): Response {
  const { config, documents, params, sees, url } = context;
  const asked = listOf(params["ids"]);
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
    else if (!document || (context.isStranger && !isDue(document, config.publicFrom)))
      omitted.push({ id, reason: "existence" });
    else if (brief) found.push({ _id: id, _type: document._type, _rev: document._rev });
    else found.push(document);
  }
  const text = boundedJson({ documents: found, omitted }, limits.maxResultCharacters);
  return context.isStranger ? jsonStream(publicRead.hold(Buffer.from(text))) : jsonText(text);
}

/** GET `/data/doc/{dataset}/{id,id,…}`. */
export const documentRoutes = (publicRead: PublicRead): Route[] => [
  route("GET", "/data/doc/:dataset/:ids", "published", (context) => getDocuments(context, publicRead)),
];

/** Documents of an export that are read in one turn. */
const READ_PER_TURN = 1000;

/** Characters of an export that are rendered in one turn. */
const RENDERED_PER_TURN = 256 * 1024;

/** Streams the documents as of the call as NDJSON. Others are served while it is rendered. */
function ndjson(
  store: Pick<Store, "documents" | "watch">,
  wants: (document: LakeDocument) => boolean,
  assetBase: string | null,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const watch = store.watch();
  const rest = documentsBefore(watch, store.documents);
  return new ReadableStream({
    async pull(controller) {
      let text = "";
      // A turn after which nothing has come out would not be followed by another pull.
      while (text === "") {
        await nextTurn();
        for (let read = 0; read < READ_PER_TURN && text.length < RENDERED_PER_TURN; read += 1) {
          const { done, value } = rest.next();
          if (done) {
            watch.end();
            if (text !== "") controller.enqueue(encoder.encode(text));
            return controller.close();
          }
          if (!wants(value)) continue;
          const shown = assetBase === null ? value : withUrlBelow(value, assetBase);
          text += `${JSON.stringify(shown)}\n`;
        }
      }
      controller.enqueue(encoder.encode(text));
    },
    cancel: () => watch.end(),
  });
}

/**
 * GET `/data/export/{dataset}`: every document, drafts included, as NDJSON; `types=a,b` filters. `assetBase` is an extension:
 * URLs of assets begin with it, for callers that cannot reach the public URL. The export is the dataset at one moment,
 * whatever is written while it is sent.
 */
function exportDocuments({ url, sees }: RouteContext, store: Pick<Store, "documents" | "watch">): Response {
  const types = new Set(listOf(url.searchParams.get("types")));
  const wants = ({ _id, _type }: LakeDocument): boolean =>
    sees(_id, _type) && (types.size === 0 || types.has(_type));
  return jsonLines(ndjson(store, wants, url.searchParams.get("assetBase")));
}

export const exportRoutes = (store: Pick<Store, "documents" | "watch">): Route[] => [
  route("GET", "/data/export/:dataset", "read", (context) => exportDocuments(context, store)),
];
