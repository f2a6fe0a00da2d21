import { badRequest } from "../model/errors.ts";
import { MAX_OUTPUT_PIXELS, MAX_OUTPUT_SIDE } from "../model/limits.ts";
import type { TransformParameters } from "./parameters.ts";

export interface Size {
  width: number;
  height: number;
}

interface Rect extends Size {
  left: number;
  top: number;
}

/** The sizes of one transformation, all in whole pixels. */
export interface Geometry {
  /** The part of the upright original that is shown, or null for all of it. */
  source: Rect | null;
  /** Size to scale that part to, before it is flipped and rotated. */
  scaled: Size;
  /** True if the part is larger than needed and the area with the most detail is kept. */
  byEntropy: boolean;
  /** Box around the rotated image, filled with the background, or null. */
  canvas: Size | null;
  /** Width of the outer border. */
  pad: number;
}

type Wanted = Pick<
  TransformParameters,
  "width" | "height" | "fit" | "crop" | "rect" | "dpr" | "pad" | "flipX" | "flipY" | "turn"
>;

/**
 * Computes crop and scale. Order: `rect` on the upright original, flip, rotation, then `w`, `h` and `fit` on the result, so that
 * `w=200` is 200 wide whatever the rotation. As on hosted Sanity `clip`, `crop`, `fill` and `scale` enlarge small images;
 * `max`, `min` and `fillmax` do not. A result above the limits, canvas and padding included, is scaled down as a whole.
 * @throws LakeError 400 if `rect` lies outside the image
 */
export function planGeometry(original: Size, wanted: Wanted): Geometry {
  const region = regionOf(original, wanted.rect);
  const turned = wanted.turn % 180 === 0 ? region : { width: region.height, height: region.width };
  const { visible, size, canvas } = fitInto(turned, wanted);
  const pad = wanted.pad * wanted.dpr;
  const outer = canvas ?? size;
  const scale = Math.min(1, limitScale({ width: outer.width + 2 * pad, height: outer.height + 2 * pad }));
  const byEntropy =
    wanted.crop === "entropy" && differs(visible, turned) && canCover(turned, times(size, scale));
  const part = byEntropy ? { left: 0, top: 0, ...turned } : visible;
  const inRegion = undoTurn(part, region, wanted);
  const source = { ...inRegion, left: inRegion.left + region.left, top: inRegion.top + region.top };
  const scaled = whole(size, scale);
  return {
    source: differs(source, original) ? source : null,
    scaled: wanted.turn % 180 === 0 ? scaled : { width: scaled.height, height: scaled.width },
    byEntropy,
    canvas: canvas && whole(canvas, scale),
    pad: Math.floor(pad * scale),
  };
}

function regionOf(original: Size, rect: TransformParameters["rect"]): Rect {
  if (!rect) return { left: 0, top: 0, width: original.width, height: original.height };
  const [left, top, width, height] = rect;
  if (left >= original.width || top >= original.height) throw badRequest("rect lies outside the image");
  return {
    left,
    top,
    width: Math.min(width, original.width - left),
    height: Math.min(height, original.height - top),
  };
}

function fitInto(image: Size, wanted: Wanted): { visible: Rect; size: Size; canvas: Size | null } {
  const box = { width: (wanted.width ?? 0) * wanted.dpr, height: (wanted.height ?? 0) * wanted.dpr };
  const all = { left: 0, top: 0, width: image.width, height: image.height };
  const { fit } = wanted;
  const keepsSize = fit === "max" || fit === "min" || fit === "fillmax";
  if (!box.width || !box.height) {
    const factor = box.width ? box.width / image.width : box.height ? box.height / image.height : 1;
    return { visible: all, size: times(image, keepsSize ? Math.min(1, factor) : factor), canvas: null };
  }
  if (fit === "scale") return { visible: all, size: box, canvas: null };
  if (fit === "crop" || fit === "min") {
    const shrink = fit === "min" ? Math.min(1, image.width / box.width, image.height / box.height) : 1;
    return { visible: cutTo(image, box, wanted.crop), size: times(box, shrink), canvas: null };
  }
  const factor = Math.min(box.width / image.width, box.height / image.height);
  const size = times(image, keepsSize ? Math.min(1, factor) : factor);
  return { visible: all, size, canvas: fit === "fill" || fit === "fillmax" ? box : null };
}

/** Returns the largest part of `image` with the aspect ratio of `box`, placed around the anchor. */
function cutTo(image: Size, box: Size, crop: Wanted["crop"]): Rect {
  const anchor = crop === "entropy" ? { x: 0.5, y: 0.5 } : crop;
  const factor = Math.min(image.width / box.width, image.height / box.height);
  const { width, height } = whole(times(box, factor), 1);
  const place = (at: number, part: number, length: number) =>
    Math.round(Math.max(0, Math.min(length - part, at * length - part / 2)));
  return {
    left: place(anchor.x, width, image.width),
    top: place(anchor.y, height, image.height),
    width,
    height,
  };
}

/** Maps a rectangle of the flipped and rotated region back to the region. */
function undoTurn(rect: Rect, region: Size, { turn, flipX, flipY }: Wanted): Rect {
  const { left, top, width, height } = rect;
  const flat = {
    0: { left, top, width, height },
    90: { left: top, top: region.height - left - width, width: height, height: width },
    180: { left: region.width - left - width, top: region.height - top - height, width, height },
    270: { left: region.width - top - height, top: left, width: height, height: width },
  }[turn];
  return {
    ...flat,
    left: flipX ? region.width - flat.left - flat.width : flat.left,
    top: flipY ? region.height - flat.top - flat.height : flat.top,
  };
}

const times = (size: Size, factor: number): Size => ({
  width: size.width * factor,
  height: size.height * factor,
});

const whole = (size: Size, factor: number): Size => ({
  width: Math.max(1, Math.round(size.width * factor)),
  height: Math.max(1, Math.round(size.height * factor)),
});

const limitScale = (size: Size): number =>
  Math.min(
    MAX_OUTPUT_SIDE / size.width,
    MAX_OUTPUT_SIDE / size.height,
    Math.sqrt(MAX_OUTPUT_PIXELS / (size.width * size.height)),
  );

/** False if `image` scaled to cover `box` is too large: cropping by entropy renders all of it. */
function canCover(image: Size, box: Size): boolean {
  const factor = Math.max(box.width / image.width, box.height / image.height);
  return factor <= 1 || image.width * image.height * factor * factor <= MAX_OUTPUT_PIXELS;
}

const differs = (a: Size, b: Size): boolean => a.width !== b.width || a.height !== b.height;
