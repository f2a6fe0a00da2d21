import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { destination } from "./own-document.tsx";

/** Returns whether the event would replace the page: a link to another page, or a form that the browser or the router sends. */
function leavesPage(event: Event): boolean {
  if (event instanceof MouseEvent && (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey))
    return false;
  const url = destination(event);
  return url !== null && url.pathname + url.search !== location.pathname + location.search;
}

/** Returns whether the event is a search, which the router answers by a page. */
const isSearch = (event: Event) => event.target instanceof HTMLFormElement && event.target.method === "get";

const OFFLINE = "You’re offline. This page stays as it is until the connection is back.";
const NOT_SENT = "This could not be sent. What you typed is still here.";

/**
 * Keeps the page and what was typed into it while the browser is offline: a click on a link would replace it by an error page.
 * Forms that send by script explain a failure themselves, or are kept by their route (`keepForm`) and explained here.
 */
export function OfflineGuard() {
  const [said, setSaid] = useState<string | null>(null);
  /** The open modal, outside of which nothing is announced. */
  const [modal, setModal] = useState<Element | null>(null);

  useEffect(() => {
    function say() {
      setModal(document.querySelector("dialog:modal"));
      setSaid(navigator.onLine ? NOT_SENT : OFFLINE);
    }
    const sayNothing = () => setSaid(null);
    function keep(event: Event) {
      if (navigator.onLine) return sayNothing();
      if (event.defaultPrevented) return;
      event.preventDefault();
      event.stopPropagation();
      say();
    }
    const onClick = (event: Event) => leavesPage(event) && keep(event);
    const onSubmit = (event: Event) => isSearch(event) && keep(event);
    const listening = new AbortController();
    const { signal } = listening;
    // Before the router, which listens on the document; all other forms after it has had its turn.
    window.addEventListener("click", onClick, { capture: true, signal });
    window.addEventListener("submit", onSubmit, { capture: true, signal });
    window.addEventListener("submit", keep, { signal });
    window.addEventListener("online", sayNothing, { signal });
    // From `keepForm`, which pages without such a form do not load.
    document.addEventListener("unanswered", say, { signal });
    return () => listening.abort();
  }, []);

  const note = (
    <p aria-live="assertive" className="offline-note">
      {said}
    </p>
  );
  return modal ? createPortal(note, modal) : note;
}
