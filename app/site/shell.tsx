import { useLocation, useMatches } from "@remix-run/react";
import { useEffect, useRef, type ComponentType, type ReactNode } from "react";
import { isOwnPage } from "../model/page-slug.ts";
import { AnnouncementBar } from "./announcement.tsx";
import { Footer, SmallFooter } from "./footer.tsx";
import { useSite } from "./site-data.ts";
import { TopBar } from "./top-bar.tsx";

interface ShellProps {
  /** The account menu of the top bar, which depends on who is signed in. */
  account?: ReactNode;
  /** The newsletter form of the footer; its token comes with the site's data. */
  newsletter?: ComponentType<{ token: string }> | undefined;
  children: ReactNode;
}

/** Skip link, top bar, page, footer: a small one where a visitor's own business is shown. Also renders without the site's content, for the page that reports that. */
export function Shell({ account, newsletter: Newsletter, children }: ShellProps) {
  const site = useSite();
  const main = useFocusOnNewPage();
  const PageFooter = isOwnPage(useLocation().pathname) ? SmallFooter : Footer;
  return (
    <>
      <a href="#content" className="skip-link">
        Skip to content
      </a>
      <TopBar companyName={site?.settings.companyName} account={account} />
      {site?.look?.announcement ? (
        <AnnouncementBar key={site.look.announcement.id} {...site.look.announcement} />
      ) : null}
      <main ref={main} id="content" tabIndex={-1} className="min-h-[60svh] pt-(--bar-height)">
        {children}
      </main>
      {site ? (
        <PageFooter site={site} newsletter={Newsletter ? <Newsletter token={site.formToken} /> : null} />
      ) : null}
    </>
  );
}

/** Returns whether the page shows a dialog with its own URL (`handle.overlay` of its route). */
function useOverlay(): boolean {
  return useMatches().some(({ handle }) => (handle as { overlay?: boolean } | undefined)?.overlay === true);
}

/**
 * Moves the focus to the start of the new page, or to the heading of the section that the hash names, after a navigation inside
 * the site, as a full page load would. A dialog with its own URL manages the focus itself.
 */
function useFocusOnNewPage() {
  const ref = useRef<HTMLElement>(null);
  const { pathname, hash } = useLocation();
  const overlay = useOverlay();
  const shown = useRef({ pathname, hash, overlay });
  useEffect(() => {
    const before = shown.current;
    shown.current = { pathname, hash, overlay };
    if (before.pathname === pathname && (hash === "" || before.hash === hash)) return;
    const placed = document.activeElement !== document.body;
    if ((overlay || before.overlay) && placed) return;
    const start = hash === "" ? ref.current : document.getElementById(`${hash.slice(1)}-title`);
    start?.focus({ preventScroll: true });
  }, [pathname, hash, overlay]);
  return ref;
}
