import { publishedIdOf } from "../../document.ts";
import { validationError } from "../../errors.ts";
import { LIMITS } from "../../limits.ts";
import { flag } from "../params.ts";
import type { PublicRead } from "../../public-read/public-read.ts";
import { boundedJson } from "../../query/evaluate.ts";
import { KNOWN_QUERIES, PUBLIC_QUERIES } from "../../query/limits.ts";
import { jsonStream, jsonText } from "../respond.ts";
import type { Route, RouteContext } from "../route.ts";

/** With `includeAllVersions`: the ids of every version of the documents asked for. Drafts exist for the trusted only. */
function versionsOf(ids: readonly string[], { documents, actor, sees }: RouteContext): readonly string[] {
  if (!actor) return ids;
  const groups = new Set(ids.map(publishedIdOf));
  return [...documents.all()].map(({ _id }) => _id).filter((id) => sees(id) && groups.has(publishedIdOf(id)));
}

/** Documents by their stored ids; no perspective is applied. What is missing or hidden is listed with the reason. */
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
    // The same answer for a private id whether it exists or not: ids alone can tell something.
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
