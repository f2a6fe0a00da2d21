import { Links, Meta, Scripts, ScrollRestoration } from "@remix-run/react";
import { useContext, type ReactNode } from "react";
import { InlineScript } from "./inline-script.tsx";
import { Live } from "./late/live.tsx";
import { startScript } from "./late/start-script.ts";
import { RootMarks } from "./root-marks.tsx";
import { ScriptNonce } from "./script-nonce.ts";
import { SmoothScroll } from "./smooth-scroll.tsx";
import { themeScript } from "./theme-script.ts";

/** The HTML document around every page, errors included. */
export function Document({ children }: { children: ReactNode }) {
  const nonce = useContext(ScriptNonce);
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
      </head>
      <body>
        {children}
        <RootMarks />
        <SmoothScroll />
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
        <Live />
      </body>
    </html>
  );
}
