/**
 * Cookie of who is shown drafts. Its presence alone, whatever is in it, keeps a request away from the pages that are kept
 * for everyone; what it may show is checked where drafts are read.
 */
export const PREVIEW_COOKIE = "site-preview";

/** True when a Cookie header carries it. */
export function hasPreviewCookie(cookies: string | undefined): boolean {
  return cookies !== undefined && cookies.includes(`${PREVIEW_COOKIE}=`);
}

/** Header by which an answer tells our own server that it is to stand in the Studio's frame. It never leaves the server. */
export const SHOWS_DRAFTS = "x-shows-drafts";
