import { useEffect } from "react";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { replayEarlyInput } from "./early-input.ts";

/**
 * Stands last in the document, so that the page is live when its effect has run. The mark is for style sheets, for the rules
 * of what is fetched ahead (`speculation-rules.ts`), and for tests.
 */
export function Live() {
  const hydrated = useHydrated();
  useEffect(() => {
    if (!hydrated) return;
    // One rendering later than the first effects, some of which build a form anew with what was kept of it. And not within
    // an effect: React takes together what changes there, and a field would lose its caret in between.
    queueMicrotask(() => {
      const live = () => {
        document.documentElement.dataset.live = "";
      };
      replayEarlyInput().then(live, live); // offline: the fields still hold what was typed
    });
  }, [hydrated]);
  return null;
}
