import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";

/**
 * Returns the path under which a page is counted, null for the pages of the people who run the site. What follows in the URLs of
 * private links is a key to somebody's order and must not be counted.
 */
export function countedPath(pathname: string): string | null {
  if (/^\/(?:admin|account)(?:\/|$)/i.test(pathname)) return null;
  return /^\/(?:order|contract)(?=\/)/i.exec(pathname)?.[0] ?? pathname;
}

/** Counts a page view. Never throws: counting must not disturb the page. */
export type Count = (path: string) => void;

/**
 * Sends one `page_view` per path (docs/specification.md, section 1): when the document is loaded and whenever a navigation
 * changes the path. A changed query or anchor is the same page. A ref survives the stand-in effects of StrictMode, so it counts
 * once there too.
 */
export function usePageViews(count: Count | null): void {
  const { pathname } = useLocation();
  const counted = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (!count || counted.current === pathname) return;
    counted.current = pathname;
    count(pathname);
  }, [pathname, count]);
}

/** Returns whether the visitor objects to being counted (Global Privacy Control, formerly Do Not Track). */
export function visitorObjects(navigator: Navigator): boolean {
  const { globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean };
  return globalPrivacyControl === true || navigator.doNotTrack === "1";
}

const countUnlessObjected: Count = (path) => {
  if (!visitorObjects(navigator)) countHere(path);
};

/** Counts with our own counter by default, which needs no consent: it sets nothing and stores only a path. */
export function PageViews({ count = countUnlessObjected }: { count?: Count }) {
  usePageViews(count);
  return null;
}

/** Our own counter: only the path, without cookies. `keepalive` lets the request finish when the page is left at once. */
export function countHere(pathname: string, send: typeof fetch = fetch): void {
  const path = countedPath(pathname);
  if (path === null) return;
  void send("/api/page-view", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ path }),
    credentials: "omit",
    keepalive: true,
  }).catch(() => undefined);
}
