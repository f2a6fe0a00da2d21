/** True when an `If-None-Match` list names the tag (weak comparison, as RFC 9110 13.1.2 asks) or is `*`. */
export function matchesEtag(header: string | null, etag: string): boolean {
  if (header === null) return false;
  return header.split(",").some((part) => {
    const tag = part.trim();
    return tag === "*" || tag.replace(/^W\//, "") === `"${etag}"`;
  });
}

/**
 * The byte range a request asks for, both ends inclusive. Null = the whole (no range, several ranges, another
 * unit, or an `If-Range` that names another version): RFC 9110 14.2 lets a server ignore those.
 */
export function byteRange(
  headers: Pick<Headers, "get">,
  size: number,
  etag: string,
): { start: number; end: number } | "unsatisfiable" | null {
  const condition = headers.get("if-range");
  if (condition !== null && condition !== `"${etag}"`) return null;
  const match = /^bytes=(\d*)-(\d*)$/.exec(headers.get("range")?.trim() ?? "");
  if (!match) return null;
  const [, first = "", last = ""] = match;
  if (first === "" && last === "") return null;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "unsatisfiable" : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== "" && Number(last) < start) return null;
  return start >= size ? "unsatisfiable" : { start, end };
}
