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

/** Where forms are sent whose routes do not explain a failed request: the router would show an error page. */
const UNEXPLAINED = /^\/(admin|account|order|unsubscribe|login\/(code|invitation|reset))(\/|$)/;

/** Returns whether the event is a search, or a form for which nothing else says that it was not sent. */
const isUnexplained = (event: Event) =>
  event.target instanceof HTMLFormElement &&
  (event.target.method === "get" || UNEXPLAINED.test(destination(event)?.pathname ?? ""));

const OFFLINE = "You’re offline. This page stays as it is until the connection is back.";

/**
 * Keeps the page and what was typed into it while the browser is offline: a click on a link would replace it by an error page.
 * Public forms that send by script, and the sign-in, explain a failure themselves.
 */
export function OfflineGuard() {
  const [isKept, setKept] = useState(false);
  /** The open modal, outside of which nothing is announced. */
  const [modal, setModal] = useState<Element | null>(null);

  useEffect(() => {
    function keep(event: Event) {
      if (navigator.onLine || event.defaultPrevented) return;
      event.preventDefault();
      event.stopPropagation();
      setModal(document.querySelector("dialog:modal"));
      setKept(true);
    }
    const onClick = (event: Event) => leavesPage(event) && keep(event);
    const onSubmit = (event: Event) => isUnexplained(event) && keep(event);
    const online = () => setKept(false);
    const listening = new AbortController();
    const { signal } = listening;
    // Before the router, which listens on the document; all other forms after it has had its turn.
    window.addEventListener("click", onClick, { capture: true, signal });
    window.addEventListener("submit", onSubmit, { capture: true, signal });
    window.addEventListener("submit", keep, { signal });
    window.addEventListener("online", online, { signal });
    return () => listening.abort();
  }, []);

  return (
    <>
      <p aria-live="polite" className="offline-note">
        {isKept && !modal ? OFFLINE : null}
      </p>
      {isKept && modal
        ? createPortal(
            <p role="alert" className="offline-note">
              {OFFLINE}
            </p>,
            modal,
          )
        : null}
    </>
  );
}
