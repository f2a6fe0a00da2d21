import mime from "mime";
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
const ACTIVE = /html|[/+]xml|svg|javascript|ecmascript|wasm|x-shockwave-flash/;

const bare = (contentType: string | null): string => contentType?.split(";")[0]?.trim().toLowerCase() ?? "";

/** Media type stored with a file: by its extension, else what the upload said. */
export function fileMediaType(extension: string, declared: string | null): string {
  const type = bare(declared);
  return mime.getType(extension) ?? (/^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : BINARY);
}

/** How a file goes out: its media type, unless a browser would run it, and whether it may be shown in place. */
export function fileDelivery(extension: string): { type: string; inline: boolean } {
  const type = mime.getType(extension) ?? BINARY;
  if (ACTIVE.test(type)) return { type: BINARY, inline: false };
  return { type: type.startsWith("text/") ? `${type}; charset=utf-8` : type, inline: PASSIVE.test(type) };
}

/** Extension of a file asset: from its name, else by the declared media type, else `bin`. */
export function fileExtension(filename: string | undefined, declared: string | null): string {
  const fromName = filename === undefined ? undefined : extensionOf(filename);
  return fromName ?? extensionOf(`file.${mime.getExtension(bare(declared))}`) ?? "bin";
}
