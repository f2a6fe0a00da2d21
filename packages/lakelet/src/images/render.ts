import sharp from "sharp";
import type { Sharp } from "sharp";
import { tooBusy } from "../model/errors.ts";
import { MAX_ANIMATION_PIXELS, MAX_INPUT_PIXELS, MAX_RENDER_SECONDS } from "../model/limits.ts";
import type { Geometry } from "./geometry.ts";
import { openImage } from "./metadata.ts";
import type { Color, OutputFormat, TransformParameters } from "./parameters.ts";

const WHITE: Color = { r: 255, g: 255, b: 255, alpha: 1 };
const CLEAR: Color = { r: 0, g: 0, b: 0, alpha: 0 };
const QUALITY = 75;

/**
 * Renders an image. Order: crop, scale, flip, rotate, effects, background, box, padding, encoding.
 * @throws LakeError 503 if it takes longer than `timeoutSeconds`
 */
export async function renderImage(
  path: string,
  geometry: Geometry,
  wanted: TransformParameters,
  format: OutputFormat,
  timeoutSeconds = MAX_RENDER_SECONDS,
): Promise<Buffer> {
  try {
    return await render(path, geometry, wanted, format, timeoutSeconds);
  } catch (error) {
    if (error instanceof Error && error.message.startsWith("timeout:"))
      throw tooBusy("The image takes too long to make");
    throw error;
  }
}

async function render(
  path: string,
  geometry: Geometry,
  wanted: TransformParameters,
  format: OutputFormat,
  timeoutSeconds: number,
): Promise<Buffer> {
  const animated = await staysAnimated(path, geometry, wanted, format);
  const opened = openImage(path, { animated }, timeoutSeconds);
  const original = animated ? opened : opened.autoOrient();
  let image = scale(original, geometry);
  if (wanted.turn || wanted.flipX || wanted.flipY) {
    // Sharp has its own order of rotating and cropping, so this is a second pass over the small result.
    const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
    image = sharp(data, { raw: info })
      .timeout({ seconds: timeoutSeconds })
      .flop(wanted.flipX)
      .flip(wanted.flipY)
      .rotate(wanted.turn);
  }
  image = addBox(addEffects(image, wanted), geometry, wanted, format);
  return encode(image, wanted, format).toBuffer();
}

function scale(image: Sharp, { source, scaled, byEntropy }: Geometry): Sharp {
  const part = source ? image.extract(source) : image;
  return part.resize({ ...scaled, ...(byEntropy ? { fit: "cover", position: "entropy" } : { fit: "fill" }) });
}

function addEffects(image: Sharp, wanted: TransformParameters): Sharp {
  let result = image;
  if (wanted.greyscale) result = result.greyscale();
  if (wanted.invert) result = result.negate({ alpha: false });
  if (wanted.blur) result = result.blur(blurSigma(wanted.blur));
  if (wanted.sharpen) result = result.sharpen({ sigma: 0.5 + wanted.sharpen / 40 });
  return result;
}

const MAX_BLUR_SIGMA = 50;

// Sanity does not document 1 to 2000 in pixels. The time grows with sigma: 250 on 32 megapixels takes 33 s.
const blurSigma = (blur: number): number => Math.min(MAX_BLUR_SIGMA, Math.max(0.3, blur / 8));

function addBox(
  image: Sharp,
  { canvas, scaled, pad }: Geometry,
  wanted: TransformParameters,
  format: OutputFormat,
): Sharp {
  const opaque = format === "jpg";
  const background = wanted.background ?? (opaque ? WHITE : CLEAR);
  const flat = opaque || background.alpha === 1 ? image.flatten({ background }) : image;
  if (!canvas && pad === 0) return flat;
  const size = wanted.turn % 180 === 0 ? scaled : { width: scaled.height, height: scaled.width };
  const spare = {
    x: canvas ? Math.max(0, canvas.width - size.width) : 0,
    y: canvas ? Math.max(0, canvas.height - size.height) : 0,
  };
  const left = Math.floor(spare.x / 2);
  const top = Math.floor(spare.y / 2);
  return flat.extend({
    left: left + pad,
    right: spare.x - left + pad,
    top: top + pad,
    bottom: spare.y - top + pad,
    background,
  });
}

function encode(image: Sharp, wanted: TransformParameters, format: OutputFormat): Sharp {
  const quality = Math.max(1, Math.round(wanted.quality ?? QUALITY));
  switch (format) {
    case "jpg":
      return image.jpeg({ quality, progressive: wanted.format === "pjpg" });
    case "webp":
      return image.webp({ quality, effort: 2 });
    case "avif":
      // AVIF 50 looks like JPEG 75. Effort 4, the default, takes ten times as long for 5 % fewer bytes.
      return image.avif({ quality: Math.max(1, Math.round((quality * 2) / 3)), effort: 2 });
    case "gif":
      return image.gif();
    case "png":
      return image.png({ compressionLevel: 9 });
  }
}

/** True if frames are kept: the whole image is only scaled, and all frames together are within the limits. */
async function staysAnimated(
  path: string,
  geometry: Geometry,
  wanted: TransformParameters,
  format: OutputFormat,
): Promise<boolean> {
  if (format !== "gif" && format !== "webp") return false;
  if (wanted.firstFrame || wanted.turn || wanted.flipX || wanted.flipY || wanted.pad || geometry.canvas)
    return false;
  if (geometry.source || geometry.byEntropy) return false;
  const { pages = 1, width, height, orientation = 1 } = await openImage(path).metadata();
  const { scaled } = geometry;
  return (
    pages > 1 &&
    orientation === 1 &&
    pages * width * height <= MAX_INPUT_PIXELS &&
    pages * scaled.width * scaled.height <= MAX_ANIMATION_PIXELS
  );
}
