import { createCookie } from "@remix-run/node";
import { PREVIEW_COOKIE } from "../platform/preview-cookie.ts";

/** How long drafts are shown to a browser that was let in once, milliseconds. */
const PREVIEW_FOR = 8 * 60 * 60 * 1000;

interface PreviewPass {
  /** Milliseconds since 1970. */
  until: number;
}

export interface Preview {
  /** True for a request whose cookie we have signed and whose time is not over. */
  allows(request: Request): Promise<boolean>;
  /** Set-Cookie of who is let in. */
  begin(): Promise<string>;
  /** Set-Cookie of who wants to see the public site again. */
  end(): Promise<string>;
}

/**
 * Who may see drafts on the site (Presentation in the Studio): the holder of a cookie that we have signed. A Studio on
 * another origin shows the site in a frame, so over https the cookie goes along there, too.
 */
export function createPreview(
  secret: string,
  publicUrl: string,
  now: () => number = () => Date.now(),
): Preview {
  const https = publicUrl.startsWith("https:");
  const cookie = createCookie(PREVIEW_COOKIE, {
    secrets: [secret],
    path: "/",
    httpOnly: true,
    ...(https ? { sameSite: "none", secure: true, partitioned: true } : { sameSite: "lax" }),
  });
  return {
    async allows(request) {
      const pass = (await cookie.parse(request.headers.get("cookie"))) as Partial<PreviewPass> | null;
      return typeof pass?.until === "number" && now() < pass.until;
    },
    begin: () =>
      cookie.serialize({ until: now() + PREVIEW_FOR } satisfies PreviewPass, { maxAge: PREVIEW_FOR / 1000 }),
    end: () => cookie.serialize("", { maxAge: 0 }),
  };
}
