import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { stripeUse } from "../platform/card-pages.ts";

/** Returns the URL that a click or a submit leads to inside this site; null for everything else. */
export function destination(event: Event): URL | null {
  if (!(event.target instanceof Element)) return null;
  const form = event.type === "submit" && event.target instanceof HTMLFormElement ? event.target : null;
  const address = form ? form.action : event.target.closest("a")?.href;
  if (!address) return null;
  const url = new URL(address, location.href);
  return url.origin === location.origin ? url : null;
}

/** Hides the event from the router, so that the browser navigates as it does without scripts. */
function leaveToBrowser(event: Event) {
  const url = destination(event);
  if (url && stripeUse(url.pathname) !== stripeUse(location.pathname)) event.stopPropagation();
}

/**
 * Makes the browser load a new document between pages with the card form, orders and all others, because the policy of the first
 * page stays in force until then (like `reloadDocument`, but for every link and form, including those of the content). A
 * visitor who gets there by a redirect gets a new document on arrival.
 */
export function OwnDocument() {
  const { pathname } = useLocation();
  const first = useRef(stripeUse(pathname));

  useEffect(() => {
    // Before React, which listens on the document.
    const options = { capture: true };
    window.addEventListener("click", leaveToBrowser, options);
    window.addEventListener("submit", leaveToBrowser, options);
    return () => {
      window.removeEventListener("click", leaveToBrowser, options);
      window.removeEventListener("submit", leaveToBrowser, options);
    };
  }, []);

  useEffect(() => {
    if (stripeUse(pathname) !== first.current) location.reload();
  }, [pathname]);
  return null;
}
