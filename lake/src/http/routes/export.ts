import { withUrlBelow } from "../../assets/asset-url.ts";
import type { LakeDocument } from "../../document.ts";
import type { Route, RouteContext } from "../route.ts";

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
 * GET `/data/export/{dataset}`: every document, drafts included, one a line; `types=a,b` limits it. An extension of this
 * lake: `assetBase=<address of the lake>` gives the assets addresses below it, for a caller that cannot reach the public one.
 * The answer is the dataset at one moment, whatever is written while it is sent.
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
