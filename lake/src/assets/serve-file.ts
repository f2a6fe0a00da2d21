import { notFound } from "../errors.ts";
import type { RouteContext } from "../http/route.ts";
import { fileDocumentId, fileFile, parseFileFile } from "./asset-name.ts";
import type { AssetStore } from "./asset-store.ts";
import { fileDelivery } from "./content-types.ts";
import { downloadHeader } from "./download.ts";
import { fileResponse } from "./file-response.ts";

/**
 * GET and HEAD /files/{project}/{dataset}/{sha1}.{ext}[/vanity-name]: the bytes, public, cached for good, byte ranges
 * for players. Pictures, sound, video, PDF and plain text may be shown in place; everything else, above all what a
 * browser would run, is a download without a type to run as. A file whose asset document was deleted is gone (404).
 */
export const serveFile =
  (store: AssetStore) =>
  async ({ request, url, params, documents }: RouteContext): Promise<Response> => {
    const name = parseFileFile(params["file"] ?? "");
    const document = name ? documents.get(fileDocumentId(name)) : undefined;
    const size = name && document ? await store.size("files", fileFile(name)) : null;
    if (!name || !document || size === null) throw notFound("File not found");
    const { type, inline } = fileDelivery(name.extension);
    return fileResponse(request, { path: store.path("files", fileFile(name)), size }, name.sha1, {
      ...downloadHeader(url.searchParams, document, fileFile(name), !inline),
      "content-type": type,
      "cross-origin-resource-policy": "cross-origin",
      // Browsers refuse to show a PDF in a sandbox; everything else loses nothing by it.
      ...(type === "application/pdf"
        ? {}
        : { "content-security-policy": "default-src 'none'; media-src 'self'; sandbox" }),
    });
  };
