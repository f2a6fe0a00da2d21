/** What somebody may have looked for at an address that is not there: the words of its last part. */
export function wordsOfPath(pathname: string): string {
  const last = pathname.split("/").findLast(Boolean) ?? "";
  let text = last;
  try {
    text = decodeURIComponent(last);
  } catch {
    // A stray % is not worth more than a stray %.
  }
  return text
    .replace(/\.[a-z0-9]{1,5}$/i, "")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .slice(0, 60);
}
