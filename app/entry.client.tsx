import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { loadPartsInDocument } from "./ui/lazy-part.tsx";
import { reportError } from "./ui/report-error.ts";

// Errors of other origins, and the browser's own notices, come without an error.
addEventListener("error", ({ error }) => error && void reportError(error, "script"));
addEventListener("unhandledrejection", ({ reason }) => void reportError(reason, "script"));

/**
 * Hydrates the page once Remix has decoded its data. Before that the root suspends, and events for which React hydrates immediately
 * fail (error 345).
 */
async function hydrate(): Promise<void> {
  try {
    // oxlint-disable-next-line react/capitalized-calls -- it throws its promise before it uses a hook
    RemixBrowser({});
  } catch (decoding) {
    await decoding;
  }
  await loadPartsInDocument();
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RemixBrowser />
      </StrictMode>,
    );
  });
}

void hydrate();
