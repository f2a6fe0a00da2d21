/** How long the content store may take to say that it is there, in milliseconds. */
const PATIENCE = 2_000;

/**
 * Asks the content store whether it answers at all. Any answer below 500 counts: this is about reachability, what a
 * query returns is the page's business.
 */
export function createReadiness(apiOrigin: string, dataset: string): () => Promise<boolean> {
  const url = `${apiOrigin}/v2025-02-19/data/query/${dataset}?query=1`;
  return async () => {
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE) });
      await response.body?.cancel();
      return response.status < 500;
    } catch {
      return false;
    }
  };
}
