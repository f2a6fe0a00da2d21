import { isHeicName } from "./upload-rules.ts";

/** The largest picture that Safari draws, in pixels. */
const MAX_PIXELS = 4_096 * 4_096;
const QUALITY = 0.9;

/** How a HEIF file begins behind the size of its first box (ISO 23008-12, 10.2). */
const HEIF = /^ftyp(?:hei[cmsx]|hev[cmsx]|mif1|msf1)/;

/** Returns whether a file is a photo as iPhones store it, by its name or its first bytes. */
async function isHeic(file: File): Promise<boolean> {
  return isHeicName(file.name) || HEIF.test(await file.slice(4, 12).text());
}

/**
 * Returns the file that is uploaded for a chosen one: of an HEIC photo a JPEG, where the browser can read it (Safari can), else null; any
 * other file as it is. A JPEG is upright, and holds no place where it was taken.
 */
export async function fileToSend(file: File): Promise<File | null> {
  if (!(await isHeic(file))) return file;
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return null;
  const scale = Math.min(1, Math.sqrt(MAX_PIXELS / (bitmap.width * bitmap.height)));
  const canvas = document.createElement("canvas");
  canvas.width = Math.floor(bitmap.width * scale);
  canvas.height = Math.floor(bitmap.height * scale);
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const jpeg = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
  return jpeg && new File([jpeg], `${file.name.replace(/\.[^.]*$/, "")}.jpg`, { type: jpeg.type });
}
