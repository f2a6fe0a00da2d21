import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { takesCards } from "../platform/card-pages.ts";

/** Where a click or a submit would lead inside this site; null for all else. */
function destination(event: Event): URL | null {
  if (!(event.target instanceof Element)) return null;
  const form = event.type === "submit" && event.target instanceof HTMLFormElement ? event.target : null;
  const address = form ? form.action : event.target.closest("a")?.href;
  if (!address) return null;
  const url = new URL(address, location.href);
  return url.origin === location.origin ? url : null;
}

/** The router hears nothing of what crosses the border, so the browser does what it does without scripts. */
function leaveToBrowser(event: Event) {
  const url = destination(event);
  if (url && takesCards(url.pathname) !== takesCards(location.pathname)) event.stopPropagation();
}

/**
 * Between the pages with the card form and all others the browser loads a new document, because the policy of the first
 * page holds until then (`reloadDocument`, for every link and form wherever it comes from, the content's own included).
 * Who got across all the same, by a redirect, is given a new document on arrival.
 */
export function OwnDocument() {
  const { pathname } = useLocation();
  const first = useRef(takesCards(pathname));

  useEffect(() => {
    // Before React, which listens at the document.
    const options = { capture: true };
    window.addEventListener("click", leaveToBrowser, options);
    window.addEventListener("submit", leaveToBrowser, options);
    return () => {
      window.removeEventListener("click", leaveToBrowser, options);
      window.removeEventListener("submit", leaveToBrowser, options);
    };
  }, []);

  useEffect(() => {
    if (takesCards(pathname) !== first.current) location.reload();
  }, [pathname]);
  return null;
}
