import readExif from "exif-reader";
import { withDeadline } from "../query/deadline.ts";

/** What a camera wrote into an image, in the shape of hosted Sanity. */
export interface CameraMetadata {
  /** Tags of the photo: exposure, lens, time. */
  exif?: { _type: "sanity.imageExifMetadata"; [tag: string]: unknown };
  /** Tags of the image: camera, software, copyright. */
  image?: { _type: "sanity.imageExifTags"; [tag: string]: unknown };
  /** Where the photo was taken. */
  location?: { _type: "geopoint"; lat: number; lng: number; alt?: number };
}

type Tags = Readonly<Record<string, unknown>>;

/** The largest block that a JPEG can hold. Other formats could hold megabytes, made to keep the reader busy. */
const MAX_BYTES = 64 * 1024;
const DEADLINE_MS = 50;
const MAX_TEXT = 500;
const MAX_VALUES = 16;

/** Positions within the block. */
const POINTERS = new Set(["ExifTag", "GPSTag", "InteroperabilityTag", "JPEGInterchangeFormat"]);

const isFinite = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);

/** Returns a value as JSON, or undefined for bytes (a maker's own notes) and whatever is too long. */
function jsonOf(value: unknown): unknown {
  if (isFinite(value)) return value;
  if (typeof value === "string") return value.length <= MAX_TEXT ? value : undefined;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.toISOString();
  return Array.isArray(value) && value.length <= MAX_VALUES && value.every(isFinite) ? value : undefined;
}

/** Leaves out tags without a name. */
function tagsOf(tags: Tags): Record<string, unknown> {
  const named = Object.entries(tags).filter(([name]) => /^[A-Za-z]/.test(name) && !POINTERS.has(name));
  const entries = named.map(([name, value]) => [name === "ISOSpeedRatings" ? "ISO" : name, jsonOf(value)]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** Returns degrees, negative in the south and west. */
function degreesOf(parts: unknown, direction: unknown, limit: number): number | undefined {
  if (!Array.isArray(parts) || parts.length !== 3 || !parts.every(isFinite)) return undefined;
  const [degrees = 0, minutes = 0, seconds = 0] = parts;
  const value = degrees + minutes / 60 + seconds / 3600;
  return value <= limit ? (direction === "S" || direction === "W" ? -value : value) : undefined;
}

function locationOf(tags: Tags): CameraMetadata["location"] {
  const lat = degreesOf(tags["GPSLatitude"], tags["GPSLatitudeRef"], 90);
  const lng = degreesOf(tags["GPSLongitude"], tags["GPSLongitudeRef"], 180);
  if (lat === undefined || lng === undefined) return undefined;
  const { GPSAltitude: height, GPSAltitudeRef: below } = tags;
  const alt = isFinite(height) ? { alt: below === 1 ? -height : height } : {};
  return { _type: "geopoint", lat, lng, ...alt };
}

/** Returns the requested metadata of an image from its EXIF block; empty for a damaged block. */
export function cameraMetadata(
  block: Buffer | undefined,
  { exif, location }: { exif: boolean; location: boolean },
): CameraMetadata {
  if (!block || block.length > MAX_BYTES || !(exif || location)) return {};
  try {
    const { Photo, Image, GPSInfo } = withDeadline(DEADLINE_MS, () => readExif(block));
    const place = location && GPSInfo ? locationOf(GPSInfo) : undefined;
    return {
      ...(exif && Photo ? { exif: { ...tagsOf(Photo), _type: "sanity.imageExifMetadata" } } : {}),
      ...(exif && Image ? { image: { ...tagsOf(Image), _type: "sanity.imageExifTags" } } : {}),
      ...(place ? { location: place } : {}),
    };
  } catch {
    return {};
  }
}
