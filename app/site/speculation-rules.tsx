import { useLocation } from "@remix-run/react";
import { PAGES } from "../model/page-list.ts";
import { isPublicPage } from "../model/page-slug.ts";
import { InlineScript } from "./inline-script.tsx";
import { Late } from "./late.tsx";

/**
 * Lets browsers with speculation rules prefetch a public page when a visitor points at its link. They never prerender it, so
 * nothing is counted or sent. After hydration Remix prefetches by itself; then the rules only serve `/contract`, which is
 * always loaded as a new document (own-document.tsx).
 */
export const speculationRules = /* @__PURE__ */ JSON.stringify({
  prefetch: [
    {
      where: {
        and: [
          { href_matches: [...PAGES.map(({ path }) => path), "/blog/*", "/portfolio/*"] },
          { not: { href_matches: "/blog/rss.xml" } },
          { or: [{ selector_matches: "html:not([data-live]) a" }, { href_matches: "/contract" }] },
        ],
      },
      eagerness: "moderate",
    },
  ],
});

/** The rules, rendered only by the server. Comes last in the body, where React tolerates elements that it did not render. */
export function SpeculationRules() {
  const { pathname } = useLocation();
  if (!import.meta.env.SSR || !isPublicPage(pathname)) return null;
  return (
    <Late>
      <InlineScript type="speculationrules" text={speculationRules} />
    </Late>
  );
}
