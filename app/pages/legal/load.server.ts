import { loadContent, published, type ContentContext } from "../../content/load.server.ts";
import { legalQuery } from "../../content/queries/legal.ts";
import type { LegalPageData } from "../../content/queries/legal.ts";
import { formatDate } from "../../layout/format-date.server.ts";

/** One legal page by its name in the address. Throws a 404 Response when it is not published. */
export async function loadLegalPage(
  context: ContentContext,
  name: "privacy" | "terms" | "policy",
): Promise<LegalPageData> {
  const page = published(await loadContent(context, legalQuery, { id: `legalPage-${name}` }));
  return { ...page, effectiveOn: formatDate(page.effectiveDate) };
}
