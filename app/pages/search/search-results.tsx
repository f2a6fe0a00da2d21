import { Link } from "@remix-run/react";
import { PageLinks } from "../../site/search-form.tsx";
import type { Findable } from "./rank.ts";

interface SearchResultsProps {
  search: string;
  results: readonly Omit<Findable, "more">[];
}

function summary({ search, results }: SearchResultsProps): string {
  if (search === "") return "Type what you are looking for.";
  if (results.length === 0) return `Nothing found for “${search}”.`;
  return `${results.length} ${results.length === 1 ? "result" : "results"} for “${search}”`;
}

export function SearchResults(props: SearchResultsProps) {
  const { results } = props;
  return (
    <>
      <p role="status" className="text-lg text-ink-soft">
        {summary(props)}
      </p>
      {results.length === 0 ? <PageLinks /> : <Found results={results} />}
    </>
  );
}

function Found({ results }: Pick<SearchResultsProps, "results">) {
  return (
    <ol className="mt-6 max-w-3xl divide-y divide-line">
      {results.map(({ path, kind, title, summary }) => (
        <li key={path} className="py-6">
          <p className="text-sm text-ink-faint">{kind}</p>
          <h2 className="mt-1 text-xl">
            <Link to={path} className="text-accent underline-offset-4 hover:underline">
              {title}
            </Link>
          </h2>
          {summary ? <p className="mt-2 text-ink-soft">{summary}</p> : null}
        </li>
      ))}
    </ol>
  );
}
