import { Link, useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import { Button } from "../ui/button.tsx";
import { FIGURES } from "./addresses.ts";
import type { FiguresResult } from "./figures.ts";
import { FiguresView } from "./figures-view.tsx";

const PLACES = ["a", "b", "c"];

/** The charts on the dashboard. They come after the tables, which nobody shall wait for; without scripts they are a page. */
export function FiguresSection() {
  const { load, data, state } = useFetcher<FiguresResult>({ key: "admin-figures" });
  useEffect(() => void load(FIGURES), [load]);
  const failed = data?.status === "failed" && state === "idle";
  return (
    <section id="figures" aria-labelledby="figures-title" className="scroll-mt-28">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-4">
        <h2 id="figures-title" className="text-2xl">
          Last twelve weeks
        </h2>
        <Link to={FIGURES} className="footer-link">
          Figures as a page
        </Link>
      </div>
      {data?.status === "loaded" ? <FiguresView figures={data.figures} /> : null}
      {failed ? <FiguresFailed onRetry={() => load(FIGURES)} /> : null}
      {data?.status === "loaded" || failed ? null : <FiguresLoading />}
    </section>
  );
}

/** "Loading data..." in places of the size of the charts; nothing loads without scripts, so nothing says so then. */
function FiguresLoading() {
  return (
    <div className="hidden scripted:block">
      <p role="status" className="sr-only">
        Loading data...
      </p>
      <div aria-hidden="true" className="grid gap-4 lg:grid-cols-3">
        {PLACES.map((place) => (
          <div key={place} className="h-96 animate-pulse rounded-lg border border-line bg-tint" />
        ))}
      </div>
    </div>
  );
}

export function FiguresFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="flex min-h-40 flex-col items-center justify-center gap-4 rounded-lg border border-line bg-surface p-6">
      <p role="alert" className="font-semibold text-danger">
        Failed to load data.
      </p>
      <Button variant="secondary" size="sm" aria-label="Try again: Charts" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
