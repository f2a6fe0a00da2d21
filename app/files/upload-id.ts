const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Files and drafts are named by UUIDs, which nobody guesses; lower case, so that one name is one file on every disk. */
export function isUploadId(value: unknown): value is string {
  return typeof value === "string" && UUID.test(value);
}

/** A new id; `crypto.randomUUID` is missing where the site is not served over https. */
export function newUploadId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** The upload that a file's address ends with, in a list for `flatMap`; none for any other text. */
export function uploadIdsIn(address: string): string[] {
  const last = address.split("/").at(-1) ?? "";
  return isUploadId(last) ? [last] : [];
}
