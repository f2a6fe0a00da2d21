import { create as contentDisposition } from "content-disposition";
import { PRIVATE } from "../platform/cache-control.ts";

/** A document as a file for the admin's disk, in nobody's cache. */
export function jsonDownload(document: unknown, fileName: string): Response {
  return new Response(`${JSON.stringify(document, null, 2)}\n`, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": contentDisposition(fileName),
      "Cache-Control": PRIVATE,
      "X-Content-Type-Options": "nosniff",
    },
  });
}
