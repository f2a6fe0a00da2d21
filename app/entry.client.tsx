import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { holdEvents } from "./site/early-input.tsx";
import { reportError } from "./ui/report-error.ts";

// Errors of other origins, and the browser's own notices, come without an error.
addEventListener("error", ({ error }) => error && void reportError(error, "script"));
addEventListener("unhandledrejection", ({ reason }) => void reportError(reason, "script"));

holdEvents();
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  );
});
