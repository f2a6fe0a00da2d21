import { timingSafeEqual } from "node:crypto";
import { keyedHash } from "./secret.server.ts";

export const PREVIEW_COOKIE = "site-preview";

/** How long a preview lasts. */
const PREVIEW_MS = 8 * 60 * 60 * 1000;
const MAC_BYTES = 32;

const COOKIE = new RegExp(`(?:^|;)\\s*${PREVIEW_COOKIE}=(?<until>\\d{1,15})\\.(?<mac>[\\w-]{43})\\s*(?:;|$)`);

export interface Preview {
  /**
   * True for a Cookie header with a valid preview cookie. The server calls it for every request with a cookie: it needs no
   * store and compares in constant time.
   */
  allows(cookies: string | null | undefined): boolean;
  /** Returns the Set-Cookie header that starts the preview. */
  begin(): string;
  /** Returns the Set-Cookie header that ends the preview. */
  end(): string;
}

/**
 * Shows drafts (Presentation in the Studio) to browsers with a cookie that we signed. Over https the cookie works in a frame of
 * a Studio on another origin, too.
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
      const until = String(now() + PREVIEW_MS);
      const mac = macOf(until).toString("base64url");
      return `${PREVIEW_COOKIE}=${until}.${mac}; Max-Age=${PREVIEW_MS / 1000}; ${attributes}`;
    },
    end: () => `${PREVIEW_COOKIE}=; Max-Age=0; ${attributes}`,
  };
}
