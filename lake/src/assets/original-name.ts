const MAX_LENGTH = 200;
// Control characters, and the marks that let "gpj.exe" be shown as "exe.jpg".
const UNPRINTABLE = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffd]/gu;

/**
 * Makes a file name out of what a browser sent: no folder, no control or direction marks, at most 200 characters
 * with the extension kept. Returns undefined when nothing is left.
 */
export function sanitiseFilename(given: string | null): string | undefined {
  const base = (given ?? "").split(/[\\/]/).at(-1) ?? "";
  const clean = base.normalize("NFC").replace(UNPRINTABLE, "").trim();
  if (clean === "" || clean === "." || clean === "..") return undefined;
  if (clean.length <= MAX_LENGTH) return clean;
  const extension = extensionOf(clean);
  return extension
    ? `${clean.slice(0, MAX_LENGTH - extension.length - 1)}.${extension}`
    : clean.slice(0, MAX_LENGTH);
}

/** The extension in lower case without the dot, when it is one that may stand in an asset id; else undefined. */
export function extensionOf(name: string): string | undefined {
  return /^.+\.([a-z0-9]{1,16})$/i.exec(name)?.[1]?.toLowerCase();
}
