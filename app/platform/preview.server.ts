import { timingSafeEqual } from "node:crypto";
import { keyedHash } from "./secret.server.ts";

export const PREVIEW_COOKIE = "site-preview";

/** How long drafts are shown to a browser that was let in once, milliseconds. */
const PREVIEW_FOR = 8 * 60 * 60 * 1000;
const MAC_BYTES = 32;

const COOKIE = new RegExp(`(?:^|;)\\s*${PREVIEW_COOKIE}=(?<until>\\d{1,15})\\.(?<mac>[\\w-]{43})\\s*(?:;|$)`);

export interface Preview {
  /**
   * True for a Cookie header with a preview cookie that we signed and that has not expired. Asks no store, and compares in
   * constant time: the server calls it for every request that carries a cookie.
   */
  allows(cookies: string | null | undefined): boolean;
  /** Set-Cookie that shows drafts to this browser. */
  begin(): string;
  /** Set-Cookie that shows the public site again. */
  end(): string;
}

/**
 * Who may see drafts on the site (Presentation in the Studio): the holder of a cookie that we signed. A Studio on
 * another origin shows the site in a frame, so over https the cookie goes along there, too.
 */
export function createPreview(
  secret: string,
  publicUrl: string,
  now: () => number = () => Date.now(),
): Preview {
  const macOf = (until: string) => keyedHash(secret, "preview", until);
  const attributes = publicUrl.startsWith("https:")
    ? "Path=/; HttpOnly; Secure; Partitioned; SameSite=None"
    : "Path=/; HttpOnly; SameSite=Lax";
  return {
    allows(cookies) {
      if (!cookies) return false;
      const { until = "", mac = "" } = COOKIE.exec(cookies)?.groups ?? {};
      const given = Buffer.from(mac, "base64url");
      return given.length === MAC_BYTES && timingSafeEqual(given, macOf(until)) && now() < Number(until);
    },
    begin() {
      const until = String(now() + PREVIEW_FOR);
      const mac = macOf(until).toString("base64url");
      return `${PREVIEW_COOKIE}=${until}.${mac}; Max-Age=${PREVIEW_FOR / 1000}; ${attributes}`;
    },
    end: () => `${PREVIEW_COOKIE}=; Max-Age=0; ${attributes}`,
  };
}
