import { Links, Meta, ScrollRestoration, useLocation, useMatches, useNavigationType } from "@remix-run/react";
import { useContext, useState, type ReactNode, useRef } from "react";
import { iconPath } from "../content/look.ts";
import { LOCALE } from "../model/locale.ts";
import type { FontName } from "../model/look.ts";
import { useBrowserLayoutEffect } from "../ui/use-hydrated.ts";
import { Live, readEarlyInput } from "./early-input.tsx";
import figtree from "./fonts/figtree-core.woff2?url";
import figtreeRest from "./fonts/figtree-rest.woff2?url";
import instrumentSans from "./fonts/instrument-sans-core.woff2?url";
import instrumentSansRest from "./fonts/instrument-sans-rest.woff2?url";
import sourceSerif from "./fonts/source-serif-core.woff2?url";
import sourceSerifRest from "./fonts/source-serif-rest.woff2?url";
import { InlineScript, ScriptNonce } from "./inline-script.tsx";
import { Late, LateScripts, startScript } from "./late.tsx";
import { useSite } from "./site-data.ts";
import { SpeculationRules } from "./speculation-rules.tsx";
import { themeScript } from "./theme.tsx";

/** The two files of each typeface: English pages need the first alone. */
const FONTS: Readonly<Record<FontName, { core: string; rest: string }>> = {
  "instrument-sans": { core: instrumentSans, rest: instrumentSansRest },
  figtree: { core: figtree, rest: figtreeRest },
  "source-serif": { core: sourceSerif, rest: sourceSerifRest },
};

/** Common characters of a typeface's second file: accented letters, and signs such as €, ™ and ½. Its whole range: `fonts.css`. */
const REST_CHARACTER =
  /[\u00A1-\u00A8\u00AA-\u00B6\u00B8-\u00D6\u00D8-\u00E0\u00E2-\u00E8\u00EA-\u00EC\u00EE-\u00F0\u00F2\u00F4-\u00F9\u00FB\u00FD-\u00FF\u0131\u0152\u0153\u201A\u201E\u2020\u2021\u20AC\u2122]/;

/**
 * Returns whether the page has characters of the second file. Found late, they would be in another typeface at first view. The browser
 * finds out by what the server sent, and reads no content again.
 */
function useRestCharacters(): boolean {
  const matches = useMatches();
  const [hasRest] = useState(() =>
    import.meta.env.SSR
      ? REST_CHARACTER.test(JSON.stringify(matches.map(({ data }) => data)))
      : document.querySelectorAll("link[as=font]").length > 1,
  );
  return hasRest;
}

/** The HTML document around every page, including error pages. */
export function Document({ children }: { children: ReactNode }) {
  const nonce = useContext(ScriptNonce);
  const { look, style, off = [] } = useSite() ?? {};
  const { core, rest } = FONTS[look?.font ?? "instrument-sans"];
  const fonts = useRestCharacters() ? [core, rest] : [core];
  // Read before any field of the page is hydrated.
  const [early] = useState(readEarlyInput);
  return (
    // The theme script changes this element before React hydrates it.
    <html lang={LOCALE.language} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbfbf8" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0a1113" />
        <InlineScript text={import.meta.env.SSR ? themeScript : ""} />
        <InlineScript text={import.meta.env.SSR ? startScript : ""} />
        {fonts.map((font) => (
          <link key={font} rel="preload" href={font} as="font" type="font/woff2" crossOrigin="anonymous" />
        ))}
        <Meta />
        <Links />
        {off.includes("/blog") ? null : (
          <link rel="alternate" type="application/rss+xml" title="Blog" href="/blog/rss.xml" />
        )}
        <link rel="icon" href={iconPath(look, "favicon.svg")} type="image/svg+xml" />
        <link rel="icon" href={iconPath(look, "favicon-32.png")} type="image/png" sizes="32x32" />
        <link rel="apple-touch-icon" href={iconPath(look, "apple-touch-icon.png")} />
        {style ? <style dangerouslySetInnerHTML={{ __html: style }} /> : null}
        <Late>
          <link rel="manifest" href="/manifest.webmanifest" />
        </Late>
      </head>
      <body>
        {children}
        <SmoothScroll />
        <ScrollRestoration nonce={nonce} />
        <LateScripts nonce={nonce} />
        <Live early={early} />
        <SpeculationRules />
      </body>
    </html>
  );
}

const SMOOTH = "motion-safe:scroll-smooth";

/**
 * Makes the scroll of a new navigation smooth and leaves Back and Forward instant. Remix's ScrollRestoration scrolls in its
 * layout effect; this comes before it in the tree and switches smooth scrolling on during that effect.
 */
function SmoothScroll() {
  const { key } = useLocation();
  const type = useNavigationType();
  const firstKey = useRef(key);
  useBrowserLayoutEffect(() => {
    if (type === "POP" || key === firstKey.current) return;
    const { classList } = document.documentElement;
    classList.add(SMOOTH);
    // Chromium scrolls by the styles of the last update: reading one updates them.
    void getComputedStyle(document.documentElement).scrollBehavior;
    const frame = requestAnimationFrame(() => classList.remove(SMOOTH));
    return () => {
      cancelAnimationFrame(frame);
      classList.remove(SMOOTH);
    };
  }, [key, type]);
  return null;
}
