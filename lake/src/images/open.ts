import sharp from "sharp";
import type { Sharp, SharpOptions } from "sharp";
import { MAX_INPUT_PIXELS, MAX_RENDER_SECONDS } from "../assets/limits.ts";

/** Opens an image under the limits of every decoder: pixels and time capped, truncated files refused. */
export function openImage(
  path: string,
  options: SharpOptions = {},
  timeoutSeconds = MAX_RENDER_SECONDS,
): Sharp {
  const limits: SharpOptions = { limitInputPixels: MAX_INPUT_PIXELS, failOn: "truncated" };
  return sharp(path, { ...limits, ...options }).timeout({ seconds: timeoutSeconds });
}
