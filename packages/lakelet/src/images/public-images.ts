import type { ImageName } from "../assets/asset-store.ts";
import type { DocumentReader } from "../http/route.ts";
import type { LakeDocument } from "../model/document.ts";
import type { PublicImages } from "../model/public-images.ts";
import type { TransformParameters } from "./parameters.ts";

/** True for a listed size, format and quality without other parameters than a crop. */
export function isListed(name: ImageName, wanted: TransformParameters, { sizes, qualities }: PublicImages) {
  const { width, height, quality, rect } = wanted;
  if (width === undefined || quality === undefined || hasEffects(wanted)) return false;
  if (!qualities.includes(quality) || wanted.fit !== (height === undefined ? "clip" : "crop")) return false;
  const natural = rect ? Math.min(rect[2], name.width - rect[0]) : name.width;
  return sizes.some(
    ({ widths, aspect, format }) =>
      (widths.includes(width) || (width === natural && width < Math.max(...widths))) &&
      height === (aspect === undefined ? undefined : Math.round(width / aspect)) &&
      (format === undefined ? wanted.autoFormat && !wanted.format : wanted.format === format),
  );
}

const hasEffects = (wanted: TransformParameters): boolean =>
  wanted.dpr !== 1 ||
  wanted.blur !== undefined ||
  wanted.sharpen !== undefined ||
  wanted.background !== undefined ||
  wanted.flipX ||
  wanted.flipY ||
  wanted.turn !== 0 ||
  wanted.invert ||
  wanted.greyscale ||
  wanted.pad !== 0 ||
  wanted.firstFrame;

/** `crop` and `hotspot` of an image field, in fractions of the image, as they are stored. */
interface Framing {
  crop: Readonly<Record<string, unknown>>;
  hotspot: Readonly<Record<string, unknown>> | undefined;
}

/**
 * True if the crop is centered, or matches `crop` and `hotspot` of a field with this image in a stored document, drafts included.
 * So the number of variants of an image depends on editors and not on what strangers request.
 */
export function isStoredCrop(
  name: ImageName,
  { rect, crop }: TransformParameters,
  documents: Pick<DocumentReader, "get" | "referrersOf">,
): boolean {
  const isCentred = crop !== "entropy" && crop.x === 0.5 && crop.y === 0.5;
  if (!rect && isCentred) return true;
  const id = name.documentId;
  const framings = [...documents.referrersOf(id)].flatMap((referrer) => {
    const document = documents.get(referrer);
    return document ? (framingsIn(document).get(id) ?? []) : [];
  });
  return framings.some((framing) => {
    const stored = rectOf(name, framing);
    if (rect?.join() !== stored?.join()) return false;
    const focus = focusOf(framing);
    return isCentred || (crop !== "entropy" && crop.x === focus?.x && crop.y === focus.y);
  });
}

/** Stored documents are never modified, so results stay valid. */
const found = new WeakMap<LakeDocument, ReadonlyMap<string, Framing[]>>();

function framingsIn(document: LakeDocument): ReadonlyMap<string, Framing[]> {
  const known = found.get(document);
  if (known) return known;
  const framings = new Map<string, Framing[]>();
  const pending: unknown[] = [document];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value !== "object" || value === null) continue;
    const { asset, crop, hotspot } = value as Record<string, Record<string, unknown> | null | undefined>;
    const id = asset?.["_ref"];
    if (typeof id === "string" && (crop || hotspot)) {
      const framing = { crop: crop ?? {}, hotspot: hotspot ?? undefined };
      framings.set(id, [...(framings.get(id) ?? []), framing]);
    }
    pending.push(...Object.values(value));
  }
  found.set(document, framings);
  return framings;
}

const number = (value: unknown, otherwise: number): number => (typeof value === "number" ? value : otherwise);

const sidesOf = ({ crop }: Framing) =>
  ["left", "top", "right", "bottom"].map((side) => number(crop[side], 0)) as [number, number, number, number];

/** Returns the `rect` of a crop, in whole pixels, or undefined if nothing is cut. */
function rectOf({ width, height }: ImageName, framing: Framing): TransformParameters["rect"] {
  const sizes = [width, height, width, height];
  const [left = 0, top = 0, right = 0, bottom = 0] = sidesOf(framing).map((side, index) =>
    Math.round(side * (sizes[index] ?? 0)),
  );
  return left + top + right + bottom === 0
    ? undefined
    : [left, top, width - left - right, height - top - bottom];
}

/** Returns `fp-x` and `fp-y` of a hotspot: fractions of the cropped image with three decimals, clamped. */
function focusOf(framing: Framing): { x: number; y: number } | null {
  const { hotspot } = framing;
  if (!hotspot) return null;
  const [left, top, right, bottom] = sidesOf(framing);
  const fraction = (at: unknown, before: number, after: number) =>
    Math.min(1, Math.max(0, Number(((number(at, 0.5) - before) / (1 - before - after)).toFixed(3))));
  return { x: fraction(hotspot["x"], left, right), y: fraction(hotspot["y"], top, bottom) };
}
