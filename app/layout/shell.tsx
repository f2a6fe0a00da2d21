import { useLocation, useMatches } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { Footer } from "./footer.tsx";
import { useSite } from "./site-data.ts";
import { TopBar } from "./top-bar.tsx";

interface ShellProps {
  /** What depends on who is signed in, for the top bar. */
  account?: ReactNode;
  children: ReactNode;
}

/** Skip link, top bar, page, footer. Stands without the site's content too, for the page that says so. */
export function Shell({ account, children }: ShellProps) {
  const site = useSite();
  const main = useFocusOnNewPage();
  return (
    <>
      <a href="#content" className="skip-link">
        Skip to content
      </a>
      <TopBar companyName={site?.settings.companyName} account={account} />
      <main ref={main} id="content" tabIndex={-1} className="min-h-[60svh] pt-(--bar-height)">
        {children}
      </main>
      {site ? <Footer {...site} /> : null}
    </>
  );
}

/** True on an address that opens a dialog over the page (`handle.overlay` of its route). */
function useOverlay(): boolean {
  return useMatches().some(({ handle }) => (handle as { overlay?: boolean } | undefined)?.overlay === true);
}

/**
 * After a navigation inside the site the focus starts at the new page, as it would after a full load. A dialog that has an
 * address takes the focus itself and gives it back to where it was.
 */
function useFocusOnNewPage() {
  const ref = useRef<HTMLElement>(null);
  const { pathname, hash } = useLocation();
  const overlay = useOverlay();
  const shown = useRef({ pathname, overlay });
  useEffect(() => {
    const before = shown.current;
    if (before.pathname === pathname) return;
    shown.current = { pathname, overlay };
    const placed = document.activeElement !== document.body;
    if ((overlay || before.overlay) && placed) return;
    if (hash === "") ref.current?.focus({ preventScroll: true });
  }, [pathname, hash, overlay]);
  return ref;
}
