import { useFetchers, useLocation, useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { isPublicPage } from "../model/page-slug.ts";
import { stripeUse } from "../platform/card-pages.ts";
import { CODE_MISSING, isReloading, reloadPage } from "../ui/missing-code.ts";

/** Returns the URL that a click or a submit leads to inside this site; null for everything else. */
export function destination(event: Event): URL | null {
  if (!(event.target instanceof Element)) return null;
  const form = event.type === "submit" && event.target instanceof HTMLFormElement ? event.target : null;
  const address = form ? form.action : event.target.closest("a")?.href;
  if (!address) return null;
  const url = new URL(address, location.href);
  return url.origin === location.origin ? url : null;
}

/** Returns a name for the hosts that the policy of a page allows (server/security-headers.ts). */
function policyOf(pathname: string, measures: boolean): string {
  return `${stripeUse(pathname) ?? ""} ${measures && isPublicPage(pathname) ? "google" : ""}`;
}

/**
 * Makes the browser load a new document between pages of different policies, because that of the first page stays in force until
 * then: the card form, orders, while Google Analytics is on the pages that it counts, and all others. Like `reloadDocument`, but for
 * every link and form, including those of the content. A visitor who gets there by a redirect gets a new document on arrival.
 */
export function OwnDocument({ measures }: { measures: boolean }) {
  const { pathname } = useLocation();
  const first = useRef(policyOf(pathname, measures));

  useEffect(() => {
    /** Hides the event from the router, so that the browser navigates as it does without scripts. */
    function leaveToBrowser(event: Event) {
      const url = destination(event);
      if (url && policyOf(url.pathname, measures) !== policyOf(location.pathname, measures))
        event.stopPropagation();
    }
    // Before React, which listens on the document.
    const listening = new AbortController();
    const options = { capture: true, signal: listening.signal };
    window.addEventListener("click", leaveToBrowser, options);
    window.addEventListener("submit", leaveToBrowser, options);
    return () => listening.abort();
  }, [measures]);

  useEffect(() => {
    if (policyOf(pathname, measures) !== first.current) reloadPage();
  }, [pathname, measures]);
  useBrowserForMissingCode();
  return null;
}

/** How often it is looked whether React has rendered what a request has begun, in ms, and how many times: a busy machine takes seconds. */
const RENDERED_AFTER_MS = 100;
const MAX_LOOKS = 200;

/** The part of the Navigation API's event that is used here; TypeScript 5.9 does not know it. */
interface NavigateEvent extends Event {
  navigationType: string;
  userInitiated: boolean;
}

/**
 * Lets the browser do what the router cannot, because the code of a page does not come: it was blocked, the visitor is offline, or a
 * new version of the site was deployed. Remix then reloads the page that is open, which loses what was typed into it and repeats the
 * failure, for ever where the page itself asked. Instead the browser goes where the visitor was going, or posts the form that was sent; a
 * part of the page that asked by itself is told (`useCodeMissing`).
 */
function useBrowserForMissingCode(): void {
  const pending = useRef({ path: "", isPosting: false, isAsking: false });
  const { location: target } = useNavigation();
  const fetchers = useFetchers();
  useEffect(() => {
    pending.current = {
      path: target ? target.pathname + target.search + target.hash : "",
      isPosting: fetchers.some(({ state }) => state === "submitting"),
      isAsking: fetchers.some(({ state }) => state !== "idle"),
    };
  });
  useEffect(() => {
    const { navigation } = window as Window & { navigation?: EventTarget };
    let sent: HTMLFormElement | null = null;
    const onSubmit = ({ target }: Event) => {
      sent = target instanceof HTMLFormElement ? target : null;
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    function goOn(form: HTMLFormElement | null, looks: number) {
      const { path, isPosting, isAsking } = pending.current;
      if (path) location.assign(path);
      else if (isPosting && form?.isConnected) form.submit();
      else if (isAsking) document.dispatchEvent(new Event(CODE_MISSING));
      else if (looks < MAX_LOOKS) timer = setTimeout(goOn, RENDERED_AFTER_MS, form, looks + 1);
    }
    const onNavigate = (event: Event) => {
      const { navigationType, userInitiated } = event as NavigateEvent;
      // Vite reloads the page while the site is developed.
      if (navigationType !== "reload" || userInitiated || isReloading() || import.meta.env.DEV) return;
      event.preventDefault();
      clearTimeout(timer);
      timer = setTimeout(goOn, RENDERED_AFTER_MS, sent, 1);
    };
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener("submit", onSubmit, { capture: true, signal });
    navigation?.addEventListener("navigate", onNavigate, { signal });
    return () => {
      listening.abort();
      clearTimeout(timer);
    };
  }, []);
}
