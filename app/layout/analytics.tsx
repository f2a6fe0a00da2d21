import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { firstPartySink, googleSink, visitorObjects } from "./analytics-sink.ts";
import type { PageViewSink } from "./analytics-sink.ts";

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
 * Sends one `page_view` per path (specification 1): when the document is loaded and whenever a navigation changes the path.
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
