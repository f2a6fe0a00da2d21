import type { Logger } from "pino";
import { mayRole } from "../model/roles.ts";
import { isSigned, keyedHash } from "../platform/secret.server.ts";
import type { CookieHolder, Visitors } from "./sessions.server.ts";

export const PREVIEW_COOKIE = "site-preview";

/** How long a preview lasts, if the session does. */
const PREVIEW_MS = 8 * 60 * 60 * 1000;

const COOKIE = new RegExp(`(?:^|;)\\s*${PREVIEW_COOKIE}=(?<until>\\d{1,15})\\.(?<mac>[\\w-]{43})\\s*(?:;|$)`);

interface PreviewDeps {
  secret: string;
  publicUrl: string;
  visitors: Pick<Visitors, "stateOf">;
  log: Pick<Logger, "warn">;
  now?: () => number;
}

/**
 * Shows drafts (Presentation in the Studio) to browsers with a cookie that we signed, while their session may edit content. The
 * cookie only says that the preview is on: it gives no rights of its own.
 */
export function createPreview({ secret, publicUrl, visitors, log, now = Date.now }: PreviewDeps) {
  const macOf = (until: string) => keyedHash(secret, "preview", until);
  const attributes = `Path=/; HttpOnly; SameSite=Lax${publicUrl.startsWith("https:") ? "; Secure" : ""}`;
  return {
    /**
     * Returns whether a Cookie header has a valid preview cookie. The server asks for every request with a cookie: it needs no
     * store and compares in constant time.
     */
    isOn(cookies: string | null | undefined): boolean {
      if (!cookies) return false;
      const { until = "", mac = "" } = COOKIE.exec(cookies)?.groups ?? {};
      return isSigned(mac, macOf(until)) && now() < Number(until);
    },
    /** Returns whether the sender of a request may see drafts now. False when the session store is unavailable. */
    async isAllowed(request: CookieHolder): Promise<boolean> {
      try {
        return mayRole((await visitors.stateOf(request)).role, "edit-content");
      } catch (error) {
        log.warn({ err: error }, "no preview: the session could not be read");
        return false;
      }
    },
    /** Returns the Set-Cookie header that starts the preview. */
    begin(): string {
      const until = String(now() + PREVIEW_MS);
      const mac = macOf(until).toString("base64url");
      return `${PREVIEW_COOKIE}=${until}.${mac}; Max-Age=${PREVIEW_MS / 1000}; ${attributes}`;
    },
    /** Returns the Set-Cookie header that ends the preview. */
    end: (): string => `${PREVIEW_COOKIE}=; Max-Age=0; ${attributes}`,
  };
}
