import { create } from "content-disposition";
import mime from "mime";
import type { LakeDocument } from "../model/document.ts";

const MAX_LENGTH = 200;
// Control characters, and the marks by which "gpj.exe" is displayed as "exe.jpg".
const UNPRINTABLE = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffd]/gu;

/**
 * Returns a safe file name: no folders, no control or direction marks, at most 200 characters including the extension.
 * Returns undefined if nothing is left.
 */
export function sanitizeFilename(given: string | null): string | undefined {
  const base = (given ?? "").split(/[\\/]/).at(-1) ?? "";
  const clean = base.normalize("NFC").replace(UNPRINTABLE, "").trim();
  if (clean === "" || clean === "." || clean === "..") return undefined;
  if (clean.length <= MAX_LENGTH) return clean;
  const extension = extensionOf(clean);
  return extension
    ? `${clean.slice(0, MAX_LENGTH - extension.length - 1)}.${extension}`
    : clean.slice(0, MAX_LENGTH);
}

/** Returns the extension in lower case without the dot, or undefined if it is not valid in an asset id. */
export function extensionOf(name: string): string | undefined {
  return /^.+\.([a-z0-9]{1,16})$/i.exec(name)?.[1]?.toLowerCase();
}

const BINARY = "application/octet-stream";

/** Formats of image assets: media type by extension in the asset id. */
export const IMAGE_TYPES: Readonly<Record<string, string>> = {
  avif: "image/avif",
  gif: "image/gif",
  jpg: "image/jpeg",
  png: "image/png",
  svg: "image/svg+xml",
  tif: "image/tiff",
  webp: "image/webp",
};

// Browsers only show or play these. Everything else is a download: HTML, SVG and XML would run on our origin.
const PASSIVE =
  /^(?:image\/(?:png|jpeg|gif|webp|avif|bmp)|audio\/.+|video\/.+|text\/plain|application\/pdf)$/;
const ACTIVE = /html|[/+]xml|svg|javascript|ecmascript|wasm|x-shockwave-flash/;

const bare = (contentType: string | null): string => contentType?.split(";")[0]?.trim().toLowerCase() ?? "";

/** Returns the media type to store with a file: by its extension, else the declared one. */
export function fileMediaType(extension: string, declared: string | null): string {
  const type = bare(declared);
  return mime.getType(extension) ?? (/^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : BINARY);
}

/** Returns the media type to send, `BINARY` if a browser would run it, and whether the file may be shown inline. */
export function fileDelivery(extension: string): { type: string; inline: boolean } {
  const type = mime.getType(extension) ?? BINARY;
  if (ACTIVE.test(type)) return { type: BINARY, inline: false };
  return { type: type.startsWith("text/") ? `${type}; charset=utf-8` : type, inline: PASSIVE.test(type) };
}

/** Returns the extension of a file asset: from its name, else by the declared media type, else `bin`. */
export function fileExtension(filename: string | undefined, declared: string | null): string {
  const fromName = filename === undefined ? undefined : extensionOf(filename);
  return fromName ?? extensionOf(`file.${mime.getExtension(bare(declared))}`) ?? "bin";
}

/**
 * Returns the `Content-Disposition` header for `?dl` and `?dl=name`: an attachment with that name, else with the name of the
 * upload. No header without `dl`, unless `always`.
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
    sanitizeFilename(query.get("dl")) ??
    sanitizeFilename(typeof original === "string" ? original : null) ??
    file;
  return { "content-disposition": create(name) };
}
