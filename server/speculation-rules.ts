/** Address of the rules by which browsers that know such rules fetch a public page when a visitor aims at its link. */
export const SPECULATION_RULES_PATH = "/speculation-rules.json";

/** The only type under which a browser reads them (HTML, "Speculation-Rules" header). */
export const SPECULATION_RULES_TYPE = "application/speculationrules+json";

/**
 * Only pages that are the same for everyone name the rules. They name public pages in turn, which are fetched, never run,
 * ahead of time, so nothing is counted or sent by them; and, once the scripts know better (`html[data-live]`), only the
 * pages that are entered with a document of their own.
 */
export function namesSpeculationRules(headers: Headers): boolean {
  const isPage = headers.get("content-type")?.startsWith("text/html") ?? false;
  return isPage && /\bpublic\b/.test(headers.get("cache-control") ?? "");
}
