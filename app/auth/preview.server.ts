import type { Logger } from "pino";
import { mayRole } from "../model/roles.ts";
import { isSigned, keyedHash } from "../platform/secret.server.ts";
import type { CookieHolder, Visitors } from "./sessions.server.ts";

export const PREVIEW_COOKIE = "site-preview";

/** How long a preview lasts, if the session does. */
const PREVIEW_MS = 8 * 60 * 60 * 1000;

const COOKIE = new RegExp(
  `(?:^|;)\\s*${PREVIEW_COOKIE}=(?<until>\\d{1,15})\\.(?<layers>[\\w:-]{1,500})\\.(?<mac>[\\w-]{43})\\s*(?:;|$)`,
);

/** One to six names of releases, `drafts` or `published`, but not `raw`. */
const LAYERS = /^(?!(?:.*:)?raw(?::|$))[\w-]{1,64}(?::[\w-]{1,64}){0,5}$/;

interface PreviewDeps {
  secret: string;
  publicUrl: string;
  visitors: Pick<Visitors, "stateOf">;
  log: Pick<Logger, "warn">;
  now?: () => number;
}

/**
 * Shows drafts and releases (Presentation in the Studio) to browsers with a cookie that we signed, while their session may edit
 * content. The cookie only says what the preview shows: it gives no rights of its own.
 */
export function createPreview({ secret, publicUrl, visitors, log, now = Date.now }: PreviewDeps) {
  const macOf = (until: string, layers: string) => keyedHash(secret, "preview", `${until}.${layers}`);
  const attributes = `Path=/; HttpOnly; SameSite=Lax${publicUrl.startsWith("https:") ? "; Secure" : ""}`;
  return {
    /**
     * Returns the perspective of the preview cookie in a Cookie header, or null without a valid one. Called for every request that has
     * cookies: it reads no store and compares in constant time.
     */
    perspectiveOf(cookies: string | null | undefined): string[] | null {
      if (!cookies) return null;
      const found = COOKIE.exec(cookies)?.groups;
      if (!found) return null;
      const { until = "", layers = "", mac = "" } = found;
      return isSigned(mac, macOf(until, layers)) && now() < Number(until) ? layers.split(":") : null;
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
    /**
     * Returns the Set-Cookie header that starts the preview, or changes what it shows.
     * @param perspective names separated by commas, as in the Studio. Drafts are shown if it is missing or not valid.
     */
    begin(perspective: string | null = null): string {
      const until = String(now() + PREVIEW_MS);
      const asked = perspective?.replaceAll(",", ":") ?? "";
      const layers = LAYERS.test(asked) ? asked : "drafts";
      const mac = macOf(until, layers).toString("base64url");
      return `${PREVIEW_COOKIE}=${until}.${layers}.${mac}; Max-Age=${PREVIEW_MS / 1000}; ${attributes}`;
    },
    /** Returns the Set-Cookie header that ends the preview. */
    end: (): string => `${PREVIEW_COOKIE}=; Max-Age=0; ${attributes}`,
  };
}
