import { useLocation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { useConsent, visitorObjects } from "./consent.ts";

/** Returns the path to count. What follows in the URLs of private links is a key to somebody's order and must not be counted. */
function countedPath(pathname: string): string {
  return /^\/(?:order|contract)(?=\/)/i.exec(pathname)?.[0] ?? pathname;
}

/** Counts a page view. Never throws: counting must not disturb the page. */
type Count = (path: string) => void;

/**
 * Sends one `page_view` per path (docs/specification.md, section 1): when the document is loaded and whenever a navigation
 * changes the path. A changed query or anchor is the same page. A ref survives the double effects of StrictMode, so it counts
 * once there too.
 */
function usePageViews(count: Count | null): void {
  const { pathname } = useLocation();
  const counted = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (!count || counted.current === pathname) return;
    counted.current = pathname;
    count(pathname);
  }, [pathname, count]);
}

const countUnlessObjected: Count = (path) => {
  if (!visitorObjects(navigator)) countHere(path);
};

/** Counts with our own counter by default, which needs no consent: it sets nothing and stores only a path. */
export function PageViews({ count = countUnlessObjected }: { count?: Count }) {
  usePageViews(count);
  return null;
}

/**
 * Counts with Google Analytics once the visitor has said yes. Not on pages whose URL is private, since Google's script reads URLs
 * itself.
 */
export function GoogleAnalytics({ measurementId }: { measurementId: string }) {
  const { consent } = useConsent();
  const { pathname } = useLocation();
  const isOn = consent === "yes" && countedPath(pathname) === pathname;
  const [count] = useState(() => lateGoogleCounter(measurementId));
  useEffect(() => {
    // Google's documented switch, for a "no" after its script was loaded.
    Object.assign(window, { [`ga-disable-${measurementId}`]: !isOn });
  }, [isOn, measurementId]);
  usePageViews(isOn ? count : null);
  return null;
}

/** Our own counter: only the path, without cookies. `keepalive` lets the request finish when the page is left at once. */
export function countHere(path: string, send: typeof fetch = fetch): void {
  void send("/api/page-view", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ path: countedPath(path) }),
    credentials: "omit",
    keepalive: true,
  }).catch(() => undefined);
}

type TagWindow = Window & { dataLayer?: unknown[] };

/** Touches nothing of the page before the first count. */
function lateGoogleCounter(measurementId: string): Count {
  let google: Count | undefined;
  return (path) => (google ??= googleCounter(measurementId, window, document))(path);
}

/** Google Analytics 4, without its advertising. Its script is loaded with the first page view. */
export function googleCounter(measurementId: string, window: TagWindow, document: Document): Count {
  const layer = (window.dataLayer ??= []);
  // Google's script reads the `arguments` object itself and ignores an array.
  function gtag(..._command: unknown[]) {
    // oxlint-disable-next-line prefer-rest-params -- see above
    layer.push(arguments);
  }
  let isLoaded = false;
  function load() {
    isLoaded = true;
    const script = document.createElement("script");
    script.async = true;
    script.src = `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(measurementId)}`;
    document.head.append(script);
    gtag("consent", "default", {
      ad_storage: "denied",
      ad_user_data: "denied",
      ad_personalization: "denied",
    });
    gtag("js", new Date());
    gtag("config", measurementId, { send_page_view: false });
  }
  return (path) => {
    if (!isLoaded) load();
    gtag("event", "page_view", {
      page_path: path,
      page_location: window.location.origin + path,
      page_title: document.title,
    });
  };
}
