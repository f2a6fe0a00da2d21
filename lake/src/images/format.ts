import { MAX_AVIF_PIXELS } from "../assets/limits.ts";
import type { TransformParameters } from "./parameters.ts";

export type OutputFormat = "avif" | "gif" | "jpg" | "png" | "webp";

/** True when an `Accept` header names the type itself; wildcards do not count, every browser sends one. */
function acceptsType(header: string | null, type: string): boolean {
  return (header ?? "").split(",").some((part) => {
    const [name, ...options] = part.split(";").map((piece) => piece.trim().toLowerCase());
    return name === type && !options.some((option) => /^q=0(\.0*)?$/.test(option));
  });
}

/**
 * The format to make: `fm` wins, then `auto=format` by the browser's `Accept` (AVIF, else WebP), then the original's.
 * AVIF has no animation, so a GIF becomes WebP, and takes too long for a large picture. TIFF, which browsers do not
 * show, becomes PNG or JPEG.
 */
export function outputFormat(
  extension: string,
  hasAlpha: boolean,
  wanted: Pick<TransformParameters, "format" | "autoFormat">,
  accept: string | null,
  pixels: number,
): OutputFormat {
  if (wanted.format) return wanted.format === "pjpg" ? "jpg" : wanted.format;
  if (wanted.autoFormat) {
    if (extension !== "gif" && pixels <= MAX_AVIF_PIXELS && acceptsType(accept, "image/avif")) return "avif";
    if (acceptsType(accept, "image/webp")) return "webp";
  }
  if (extension === "tif" || (extension === "avif" && pixels > MAX_AVIF_PIXELS))
    return hasAlpha ? "png" : "jpg";
  return extension as OutputFormat;
}
