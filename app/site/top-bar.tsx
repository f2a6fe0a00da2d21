import { Link } from "@remix-run/react";
import { type ReactNode, useEffect, useState } from "react";
import { LOOK, textField, useEditable } from "../content/editable.ts";
import { buttonClass } from "../ui/button.tsx";
import { Logo } from "./logo.tsx";
import { MobileMenu } from "./mobile-menu.tsx";
import { navigationOf } from "./navigation.ts";
import { useSite } from "./site-data.ts";
import { SiteNavLink } from "./site-link.tsx";
import { ThemeToggle } from "./theme.tsx";

interface TopBarProps {
  /** Undefined on the error page of a site without content. */
  companyName: string | undefined;
  /** The account menu, which depends on the signed-in user and is rendered in the browser. */
  account?: ReactNode;
}

/** The fixed bar. Its height never changes, so its scrolled style moves nothing. */
export function TopBar({ companyName, account }: TopBarProps) {
  const scrolled = useScrolled();
  const { main } = navigationOf(useSite());
  const menu = useEditable()(textField(LOOK, "navigation"));
  return (
    <header data-scrolled={scrolled ? "" : undefined} className="top-bar">
      <div className="mx-auto flex h-full max-w-[79rem] items-center gap-2 px-(--gutter)">
        <HomeLink companyName={companyName} />
        <nav aria-label="Main" className="ml-auto hidden lg:block">
          <ul {...menu} className="flex items-center">
            {main.map((link) => (
              <li key={link.to + link.label}>
                <SiteNavLink to={link.to} prefetch="intent" className="nav-link">
                  {link.label}
                </SiteNavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className="ml-auto flex items-center gap-2 lg:ml-3">
          <div className="max-lg:hidden">{account}</div>
          <ThemeToggle />
          <GetStarted className="max-sm:hidden" />
          <MobileMenu>
            <nav aria-label="Main" className="flex min-h-full flex-col">
              <ul {...menu}>
                {main.map((link) => (
                  <li key={link.to + link.label} className="border-b border-line">
                    <SiteNavLink to={link.to} className="menu-link">
                      {link.label}
                    </SiteNavLink>
                  </li>
                ))}
              </ul>
              <GetStarted className="mt-8 sm:hidden" size="lg" />
              <div className="-mx-4 mt-6">{account}</div>
            </nav>
          </MobileMenu>
        </div>
      </div>
    </header>
  );
}

function HomeLink({ companyName }: { companyName: string | undefined }) {
  const edit = useEditable();
  return (
    <Link
      {...edit(textField(LOOK, "logo"))}
      to="/"
      className="flex min-h-11 min-w-11 items-center gap-3 rounded-sm text-ink"
      aria-label={companyName ? `${companyName}, home` : "Home"}
    >
      <Logo companyName={companyName} />
    </Link>
  );
}

function GetStarted({ className, size = "sm" }: { className: string; size?: "sm" | "lg" }) {
  const edit = useEditable();
  return navigationOf(useSite()).action.map(({ to, label }) => (
    <SiteNavLink
      key={to}
      {...edit(textField(LOOK, "button"))}
      to={to}
      prefetch="intent"
      className={buttonClass({ size }, className)}
    >
      {label}
    </SiteNavLink>
  ));
}

/** The style of the bar changes when the page is scrolled by more than this, in pixels (docs/specification.md, section 9). */
const SCROLL_THRESHOLD = 50;

/** Returns whether the page is scrolled past the threshold; also checked on mount, for a reload in the middle of a page. */
function useScrolled(): boolean {
  const [scrolled, setScrolled] = useState(false);
  useEffect(() => {
    const read = () => setScrolled(window.scrollY > SCROLL_THRESHOLD);
    read();
    addEventListener("scroll", read, { passive: true });
    return () => removeEventListener("scroll", read);
  }, []);
  return scrolled;
}
