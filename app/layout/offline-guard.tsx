import { useEffect, useState } from "react";
import { destination } from "./own-document.tsx";

/** Returns whether the event would replace the page: a link to another page, or a form that the browser or the router sends. */
function leavesPage(event: Event): boolean {
  if (event instanceof MouseEvent && (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey))
    return false;
  const url = destination(event);
  return url !== null && url.pathname + url.search !== location.pathname + location.search;
}

const isSearch = (event: Event) => event.target instanceof HTMLFormElement && event.target.method === "get";

/**
 * Keeps the page and what was typed into it while the browser is offline: a click on a link would replace it by an error page.
 * Forms that send by script explain a failure themselves.
 */
export function OfflineGuard() {
  const [isKept, setKept] = useState(false);

  useEffect(() => {
    function keep(event: Event) {
      if (navigator.onLine || event.defaultPrevented) return;
      event.preventDefault();
      event.stopPropagation();
      setKept(true);
    }
    const onClick = (event: Event) => leavesPage(event) && keep(event);
    const onSearch = (event: Event) => isSearch(event) && keep(event);
    const online = () => setKept(false);
    const listening = new AbortController();
    const { signal } = listening;
    // Links and searches before the router, which listens on the document; all other forms after it has had its turn.
    window.addEventListener("click", onClick, { capture: true, signal });
    window.addEventListener("submit", onSearch, { capture: true, signal });
    window.addEventListener("submit", keep, { signal });
    window.addEventListener("online", online, { signal });
    return () => listening.abort();
  }, []);

  return (
    <p aria-live="polite" className="offline-note">
      {isKept ? "You’re offline. This page stays as it is until the connection is back." : null}
    </p>
  );
}
