import { useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { isPublicPage } from "../../model/page-slug.ts";
import { usePageViews, type Count } from "../analytics.tsx";
import { ConsentBanner } from "./banner.tsx";
import { useConsent } from "./choice.ts";

interface GoogleAnalyticsProps {
  measurementId: string;
  /** Called when the question opens or closes. */
  onAsk(isAsked: boolean): void;
}

/** Asks whether Google Analytics may count, and counts once the visitor has said yes. */
export function GoogleAnalytics({ measurementId, onAsk }: GoogleAnalyticsProps) {
  const { consent, isReopened } = useConsent();
  const isAsked = consent === null || isReopened;
  useEffect(() => onAsk(isAsked), [isAsked, onAsk]);
  return (
    <>
      <Counter measurementId={measurementId} />
      {isAsked ? <ConsentBanner isReopened={isReopened} /> : null}
    </>
  );
}

/**
 * Counts once the visitor has said yes, and only the public pages, without a query: Google's script reads URLs itself, and those of
 * all other pages may be private. A way from one kind of page to the other loads a new document (`own-document.tsx`).
 */
function Counter({ measurementId }: { measurementId: string }) {
  const { consent } = useConsent();
  const { pathname, search } = useLocation();
  const isOn = consent === "yes" && search === "" && isPublicPage(pathname);
  const [count] = useState(() => lateGoogleCounter(measurementId));
  useEffect(() => {
    // Google's documented switch, for a "no" after its script was loaded.
    Object.assign(window, { [`ga-disable-${measurementId}`]: !isOn });
  }, [isOn, measurementId]);
  usePageViews(isOn ? count : null);
  return null;
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
  }
  return (path) => {
    const { origin } = window.location;
    const place = { page_location: origin + path, page_referrer: referrerFor(document.referrer, origin) };
    const isFirst = !isLoaded;
    if (isFirst) load();
    // Also for what Google's script counts by itself.
    gtag("set", place);
    if (isFirst) gtag("config", measurementId, { send_page_view: false });
    gtag("event", "page_view", { page_path: path, page_title: document.title, ...place });
  };
}

/** Returns the page that led here as Google may know it: a public page of ours by its path, everything else by its origin. */
export function referrerFor(referrer: string, origin: string): string {
  let from: URL;
  try {
    from = new URL(referrer);
  } catch {
    return "";
  }
  return from.origin === origin && isPublicPage(from.pathname) ? origin + from.pathname : `${from.origin}/`;
}
