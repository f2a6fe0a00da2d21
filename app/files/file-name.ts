const MAX_LENGTH = 120;

/** Anything that is not a letter, a digit or one of these marks. Control characters and path separators are among it. */
const UNWANTED = /[^\p{L}\p{M}\p{N}._() -]+/gu;

/** The last part of whatever path was given, as browsers and old clients send both kinds. */
function baseName(name: string): string {
  return name.split(/[/\\]/).at(-1) ?? "";
}

/**
 * A file name as it may be shown and stored: no path, no control or bidirectional characters, at most 120 characters,
 * the extension kept. Empty becomes `file`.
 */
export function cleanFileName(name: string): string {
  const clean = baseName(name.normalize("NFC")).replaceAll(UNWANTED, "_").replaceAll(/\s+/g, " ").trim();
  const [, stem = clean, extension = ""] = /^(.*?)(\.[^.]*)?$/su.exec(clean) ?? [];
  const visible = Array.from(stem.replace(/^[. ]+/, ""));
  const kept = visible
    .slice(0, MAX_LENGTH - extension.length)
    .join("")
    .trim();
  return `${kept || "file"}${extension.slice(0, 20)}`;
}

/** `questionnaire-files/{timestamp}-{file name}` (specification 7), with only characters that no storage objects to. */
export function logicalPath(name: string, now: Date): string {
  const safe = cleanFileName(name)
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^A-Za-z0-9._-]+/g, "_");
  return `questionnaire-files/${now.getTime()}-${safe}`;
}
