import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";

function browserSinks(measurementId: string | null): PageViewSink[] {
  if (visitorObjects(navigator)) return [];
  return [firstPartySink(), ...(measurementId ? [googleSink(measurementId, window, document)] : [])];
}

/** The path as it is counted: what follows in these addresses is a key to somebody's order, and for nobody's statistics. */
function countedPath(pathname: string): string {
  return /^\/(?:order|contract)(?=\/)/i.exec(pathname)?.[0] ?? pathname;
}

interface PageViewsProps {
  /** Google Analytics, when it is switched on. */
  measurementId: string | null;
  /** Where page views go, if not to our own counter and Google. */
  sinks?: readonly PageViewSink[];
}

/**
 * Sends one `page_view` per path (docs/specification.md, section 1): when the document is loaded and whenever a navigation changes the path.
 * A changed query or anchor is the same page. Refs outlive StrictMode's rehearsal of effects, so it counts once there too.
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

/** Where page views go. A sink never throws: counting must not disturb reading. */
interface PageViewSink {
  pageView(path: string): void;
}

/** What browsers say when their owner does not want to be counted (Global Privacy Control, and Do Not Track before it). */
export function visitorObjects(navigator: Navigator): boolean {
  const { globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean };
  return globalPrivacyControl === true || navigator.doNotTrack === "1";
}

/** Our own counter: the path and nothing else, without cookies. `keepalive` lets it finish when the page is left at once. */
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

/** Google Analytics 4. Its script is asked for with the first page view, so it loads only where it is switched on. */
export function googleSink(measurementId: string, window: TagWindow, document: Document): PageViewSink {
  const layer = (window.dataLayer ??= []);
  // Google's script reads the `arguments` object itself; an array in its place is ignored.
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
