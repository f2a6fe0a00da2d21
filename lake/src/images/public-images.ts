import type { ImageName } from "../assets/asset-name.ts";
import { imageDocumentId } from "../assets/asset-name.ts";
import type { LakeDocument } from "../document.ts";
import type { DocumentReader } from "../http/route.ts";
import type { TransformParameters } from "./parameters.ts";

/** Pictures that a front end shows. */
export interface PublicImageSize {
  /** Pixels. A picture narrower than the largest may also be asked for in its own width. */
  widths: readonly number[];
  /** Width divided by height of a picture that is cut (`fit=crop`); left out for one that keeps its proportions. */
  aspect?: number;
  /** `fm`; left out for `auto=format`. */
  format?: "jpg" | "png" | "webp";
}

/** The transformations that strangers may ask for. */
export interface PublicImages {
  sizes: readonly PublicImageSize[];
  /** `q`, which has to be given. */
  qualities: readonly number[];
}

/** True for a size, format and quality of the list, with no other parameter than a crop. */
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

/** `crop` and `hotspot` of an image field, in fractions of the picture. */
interface Framing {
  crop: { left: number; top: number; right: number; bottom: number };
  hotspot: { x: number; y: number } | null;
}

/**
 * True when the part that is shown is the whole picture around its middle, or what a stored document (drafts included)
 * says in the `crop` and `hotspot` of an image field with this picture. So a picture has as many variants as editors
 * have framed it, whatever strangers ask for.
 */
export function isStoredCrop(
  name: ImageName,
  { rect, crop }: TransformParameters,
  documents: Pick<DocumentReader, "get" | "referrersOf">,
): boolean {
  const isCentred = crop !== "entropy" && crop.x === 0.5 && crop.y === 0.5;
  if (!rect && isCentred) return true;
  const id = imageDocumentId(name);
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

/** Documents are replaced as a whole, never changed, so what was found in one holds as long as it exists. */
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
      framings.set(id, [...(framings.get(id) ?? []), framingOf(crop, hotspot)]);
    }
    pending.push(...Object.values(value));
  }
  found.set(document, framings);
  return framings;
}

const number = (value: unknown, otherwise: number): number => (typeof value === "number" ? value : otherwise);

function framingOf(
  crop: Record<string, unknown> | null | undefined,
  hotspot: Record<string, unknown> | null | undefined,
): Framing {
  const [left, top, right, bottom] = ["left", "top", "right", "bottom"].map((side) =>
    number(crop?.[side], 0),
  ) as [number, number, number, number];
  return {
    crop: { left, top, right, bottom },
    hotspot: hotspot ? { x: number(hotspot["x"], 0.5), y: number(hotspot["y"], 0.5) } : null,
  };
}

/** `rect` of a crop: whole pixels cut from each side; undefined when nothing is cut. */
function rectOf({ width, height }: ImageName, { crop }: Framing): TransformParameters["rect"] {
  const [left, top] = [Math.round(crop.left * width), Math.round(crop.top * height)];
  const [right, bottom] = [Math.round(crop.right * width), Math.round(crop.bottom * height)];
  return left + top + right + bottom === 0
    ? undefined
    : [left, top, width - left - right, height - top - bottom];
}

/** `fp-x` and `fp-y` of a hotspot: fractions of the cropped picture with three decimals, held within it. */
function focusOf({ crop, hotspot }: Framing): { x: number; y: number } | null {
  if (!hotspot) return null;
  const fraction = (at: number, before: number, after: number) =>
    Math.min(1, Math.max(0, Number(((at - before) / (1 - before - after)).toFixed(3))));
  return {
    x: fraction(hotspot.x, crop.left, crop.right),
    y: fraction(hotspot.y, crop.top, crop.bottom),
  };
}
