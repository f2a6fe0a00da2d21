import { create } from "content-disposition";
import type { LakeDocument } from "../document.ts";
import { sanitiseFilename } from "./original-name.ts";

/**
 * The `Content-Disposition` of `?dl` and `?dl=name`: an attachment under that name, else under the name it was
 * uploaded with. Names outside ASCII go out as RFC 8187 asks. Empty object without `dl`, unless `always`.
 */
export function downloadHeader(
  query: URLSearchParams,
  document: LakeDocument,
  file: string,
  always = false,
): Record<string, string> {
  if (!query.has("dl") && !always) return {};
  const original = document["originalFilename"];
  const name =
    sanitiseFilename(query.get("dl")) ??
    sanitiseFilename(typeof original === "string" ? original : null) ??
    file;
  return { "content-disposition": create(name) };
}
