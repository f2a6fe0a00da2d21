/** What an image asset's id and address say: content, size and format. */
export interface ImageName {
  sha1: string;
  /** Pixels, upright (EXIF orientation applied). */
  width: number;
  height: number;
  extension: string;
}

export interface FileName {
  sha1: string;
  extension: string;
}

const IMAGE_FILE = /^([0-9a-f]{40})-([1-9]\d{0,5})x([1-9]\d{0,5})\.([a-z]{2,5})$/;
const FILE_FILE = /^([0-9a-f]{40})\.([a-z0-9]{1,16})$/;

/** `<sha1>-<W>x<H>.<ext>`, the last part of an image's address. Anything else, `..` included, is null. */
export function parseImageFile(file: string): ImageName | null {
  const match = IMAGE_FILE.exec(file);
  if (!match) return null;
  const [, sha1 = "", width, height, extension = ""] = match;
  return { sha1, width: Number(width), height: Number(height), extension };
}

/** `<sha1>.<ext>`, the last part of a file's address. Anything else is null. */
export function parseFileFile(file: string): FileName | null {
  const match = FILE_FILE.exec(file);
  return match ? { sha1: match[1] ?? "", extension: match[2] ?? "" } : null;
}

export const imageFile = (name: ImageName): string =>
  `${name.sha1}-${name.width}x${name.height}.${name.extension}`;

export const fileFile = (name: FileName): string => `${name.sha1}.${name.extension}`;

/** Document id of an image asset, as hosted Sanity makes it; `@sanity/image-url` takes it apart again. */
export const imageDocumentId = (name: ImageName): string =>
  `image-${name.sha1}-${name.width}x${name.height}-${name.extension}`;

export const fileDocumentId = (name: FileName): string => `file-${name.sha1}-${name.extension}`;
