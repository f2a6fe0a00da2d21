import type { HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTexts } from "../content/use-texts.ts";
import PAGE_TEXTS from "../model/texts/pages.json" with { type: "json" };
import { oneLine } from "../model/typed-text.ts";
import { MAX_SEARCH } from "../pages/search/rank.ts";
import { SearchResults } from "../pages/search/search-results.tsx";
import { PRIVATE } from "../platform/cache-control.ts";
import { PageHeader } from "../site/page-header.tsx";
import { SearchForm } from "../site/search-form.tsx";
import { unlisted } from "../site/seo.ts";
import { Container, Section } from "../ui/container.tsx";

// Not cached: made-up searches would evict real pages.
export const headers: HeadersFunction = () => ({ "Cache-Control": PRIVATE });

export const meta = unlisted(PAGE_TEXTS, "searchHeading");

export async function loader({ context, request }: LoaderFunctionArgs) {
  const search = oneLine(new URL(request.url).searchParams.get("q") ?? "").slice(0, MAX_SEARCH);
  const found = search ? await context.services.search.find(context, search) : [];
  return { search, results: found.map(({ more: _more, ...shown }) => shown) };
}

export { shouldRevalidate } from "../platform/http/public-page.ts";

export default function SearchPage() {
  const { search, results } = useLoaderData<typeof loader>();
  const words = useTexts(PAGE_TEXTS);
  return (
    <>
      <PageHeader heading={words.searchHeading}>
        <div className="mt-8">
          <SearchForm initial={search} />
        </div>
      </PageHeader>
      <Section>
        <Container>
          <SearchResults search={search} results={results} />
        </Container>
      </Section>
    </>
  );
}
