import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";

function browserSinks(measurementId: string | null): PageViewSink[] {
  if (visitorObjects(navigator)) return [];
  return [firstPartySink(), ...(measurementId ? [googleSink(measurementId, window, document)] : [])];
}

/** Returns the path to count. What follows in the URLs of private links is a key to somebody's order and must not be counted. */
function countedPath(pathname: string): string {
  return /^\/(?:order|contract)(?=\/)/i.exec(pathname)?.[0] ?? pathname;
}

interface PageViewsProps {
  /** Google Analytics measurement id, when it is switched on. */
  measurementId: string | null;
  /** Where page views are sent, by default to our own counter and Google. */
  sinks?: readonly PageViewSink[];
}

/**
 * Sends one `page_view` per path (docs/specification.md, section 1): when the document is loaded and whenever a navigation
 * changes the path. A changed query or anchor is the same page. Refs survive the double effects of StrictMode, so it counts
 * once there too.
 */
export function PageViews({ measurementId, sinks }: PageViewsProps) {
  const { pathname } = useLocation();
  const sent = useRef<string | undefined>(undefined);
  const active = useRef<readonly PageViewSink[] | undefined>(undefined);
  useEffect(() => {
    if (sent.current === pathname) return;
    sent.current = pathname;
    active.current ??= sinks ?? browserSinks(measurementId);
    for (const sink of active.current) sink.pageView(countedPath(pathname));
  }, [pathname, measurementId, sinks]);
  return null;
}

/** Where page views are sent. A sink never throws: counting must not disturb the page. */
interface PageViewSink {
  pageView(path: string): void;
}

/** Returns whether the visitor objects to being counted (Global Privacy Control, formerly Do Not Track). */
export function visitorObjects(navigator: Navigator): boolean {
  const { globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean };
  return globalPrivacyControl === true || navigator.doNotTrack === "1";
}

/** Our own counter: only the path, without cookies. `keepalive` lets the request finish when the page is left at once. */
export function firstPartySink(send: typeof fetch = fetch): PageViewSink {
  return {
    pageView(path) {
      void send("/api/page-view", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ path }),
        credentials: "omit",
        keepalive: true,
      }).catch(() => undefined);
    },
  };
}

type TagWindow = Window & { dataLayer?: unknown[] };

/** Google Analytics 4. Its script is loaded with the first page view, so only where it is switched on. */
export function googleSink(measurementId: string, window: TagWindow, document: Document): PageViewSink {
  const layer = (window.dataLayer ??= []);
  // Google's script reads the `arguments` object itself and ignores an array.
  function gtag(..._command: unknown[]) {
    // oxlint-disable-next-line prefer-rest-params -- see above
    layer.push(arguments);
  }
  let loaded = false;
  function load() {
    loaded = true;
    const script = document.createElement("script");
    script.async = true;
    script.src = `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(measurementId)}`;
    document.head.append(script);
    gtag("js", new Date());
    gtag("config", measurementId, { send_page_view: false });
  }
  return {
    pageView(path) {
      if (!loaded) load();
      gtag("event", "page_view", {
        page_path: path,
        page_location: window.location.origin + path,
        page_title: document.title,
      });
    },
  };
}
