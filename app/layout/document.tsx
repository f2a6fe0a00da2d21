import { Links, Meta, ScrollRestoration } from "@remix-run/react";
import { useContext, useState, type ReactNode } from "react";
import { Live, readEarlyInput } from "./early-input.tsx";
import { InlineScript } from "./inline-script.tsx";
import { Late, LateScripts, startScript } from "./late.tsx";
import { ScriptNonce } from "./script-nonce.ts";
import { SmoothScroll } from "./smooth-scroll.tsx";
import { SpeculationRules } from "./speculation-rules.tsx";
import { themeScript } from "./theme-script.ts";

/** The HTML document around every page, errors included. */
export function Document({ children }: { children: ReactNode }) {
  const nonce = useContext(ScriptNonce);
  // Read before any field of the page is hydrated.
  const [early] = useState(readEarlyInput);
  return (
    // The theme script writes to this element before React arrives.
    <html lang="en-US" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbfbf8" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0a1113" />
        <InlineScript text={import.meta.env.SSR ? themeScript : ""} />
        <InlineScript text={import.meta.env.SSR ? startScript : ""} />
        <Meta />
        <Links />
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
