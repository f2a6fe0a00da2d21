import { reportError } from "./report-error.ts";

/** How long to wait before the second try, in ms. */
const RETRY_DELAY_MS = 1_000;

/** Returns the URL that a failed import names in its message, as Chrome's does. */
const urlIn = (error: unknown): string | undefined => /https?:\/\/[^\s?]+\.js/.exec(String(error))?.[0];

/**
 * Wraps a dynamic import of code that the page works without. The returned function loads it once: a failed import is tried again
 * after a moment, and with the next call. Rejects when both tries failed, after having reported it.
 */
export function lazyModule<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loading: Promise<Module> | undefined;
  let failedUrl: string | undefined;
  let tries = 0;

  async function request(): Promise<Module> {
    tries++;
    try {
      // Chrome remembers a failed import as long as the document lives (whatwg/html#6768): a query makes it another module.
      const again = failedUrl ? `${failedUrl}?again=${tries}` : undefined;
      return await (again ? (import(/* @vite-ignore */ again) as Promise<Module>) : load());
    } catch (error) {
      failedUrl ??= urlIn(error);
      throw error;
    }
  }

  async function requestTwice(): Promise<Module> {
    try {
      return await request();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));
      return request();
    }
  }

  return () =>
    (loading ??= requestTwice().catch((error: unknown) => {
      loading = undefined;
      void reportError(error, "part");
      throw error;
    }));
}
