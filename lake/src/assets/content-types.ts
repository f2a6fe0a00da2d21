import { lookup } from "mrmime";
import { extensionOf } from "./original-name.ts";

const BINARY = "application/octet-stream";

/** Formats an image asset can have: extension in the asset id → media type. */
export const IMAGE_TYPES: Readonly<Record<string, string>> = {
  avif: "image/avif",
  gif: "image/gif",
  jpg: "image/jpeg",
  png: "image/png",
  svg: "image/svg+xml",
  tif: "image/tiff",
  webp: "image/webp",
};

// What a browser only shows or plays. Everything else is a download: HTML, SVG and XML would run as our origin.
const PASSIVE =
  /^(?:image\/(?:png|jpeg|gif|webp|avif|bmp)|audio\/.+|video\/.+|text\/plain|application\/pdf)$/;
const ACTIVE = /html|xml|svg|javascript|ecmascript|wasm|x-shockwave-flash/;

/** Media type stored with a file: by its extension, else what the upload said. */
export function fileMediaType(extension: string, declared: string | null): string {
  const type = declared?.split(";")[0]?.trim().toLowerCase() ?? "";
  return lookup(extension) ?? (/^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : BINARY);
}

/** How a file goes out: its media type, unless a browser would run it, and whether it may be shown in place. */
export function fileDelivery(extension: string): { type: string; inline: boolean } {
  const type = lookup(extension) ?? BINARY;
  if (ACTIVE.test(type)) return { type: BINARY, inline: false };
  const inline = PASSIVE.test(type);
  return { type: type.startsWith("text/") ? `${type}; charset=utf-8` : type, inline };
}

/** Extension of a file asset: from its name, else by the declared media type, else `bin`. */
export function fileExtension(filename: string | undefined, declared: string | null): string {
  const fromName = filename === undefined ? undefined : extensionOf(filename);
  if (fromName) return fromName;
  const type = declared?.split(";")[0]?.trim().toLowerCase() ?? "";
  return COMMON[type] ?? "bin";
}

// Only for uploads without a usable name; a full reverse table would add nothing but aliases.
const COMMON: Readonly<Record<string, string>> = {
  "application/json": "json",
  "application/pdf": "pdf",
  "application/zip": "zip",
  "image/jpeg": "jpg",
  "image/png": "png",
  "text/csv": "csv",
  "text/plain": "txt",
  "video/mp4": "mp4",
};
