/** Public pages, none of them somebody's own. */
const PUBLIC_PAGES = [
  "/",
  "/(about|services|portfolio|blog|contact|get-started|questionnaire|contract|privacy|terms|policy)",
  "/blog/*",
];

/**
 * The rules by which browsers that know such rules fetch a public page when a visitor aims at its link. What they fetch they
 * never run ahead of time, so nothing is counted or sent by it; and once the scripts know better (`html[data-live]`), it is
 * only the page that is entered with a document of its own.
 */
export const speculationRules = JSON.stringify({
  prefetch: [
    {
      where: {
        and: [
          { href_matches: PUBLIC_PAGES },
          { not: { href_matches: "/blog/rss.xml" } },
          { or: [{ selector_matches: "html:not([data-live]) a" }, { href_matches: "/contract" }] },
        ],
      },
      eagerness: "moderate",
    },
  ],
});

/** Only pages that are the same for everyone carry the rules. */
export function carriesSpeculationRules(headers: Headers): boolean {
  return /\bpublic\b/.test(headers.get("cache-control") ?? "");
}
