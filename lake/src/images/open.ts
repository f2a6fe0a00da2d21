import sharp from "sharp";
import type { Sharp, SharpOptions } from "sharp";
import { MAX_INPUT_PIXELS } from "../assets/limits.ts";

/** Opens an image with the limits every decoder runs under: pixel count capped, cut-off files refused. */
export function openImage(path: string, options: SharpOptions = {}): Sharp {
  return sharp(path, { limitInputPixels: MAX_INPUT_PIXELS, failOn: "truncated", ...options });
}
