import { useLocation, useRouteError } from "@remix-run/react";
import { ButtonLink } from "../ui/button.tsx";
import { Container } from "../ui/container.tsx";
import { cx } from "../ui/cx.ts";
import { errorView } from "./error-view.ts";
import { HarbourChart } from "./harbour-chart.tsx";
import { PageLinks } from "../pages/search/page-links.tsx";
import { SearchForm } from "../pages/search/search-form.tsx";
import { wordsOfPath } from "../pages/search/words-of-path.ts";
import { useSite } from "./site-data.ts";

/** The page of every error, inside the layout. A lost visitor gets the whole menu, everyone else one way on. */
export function ErrorPage() {
  const site = useSite();
  const { status, title, text } = errorView(useRouteError());
  return (
    <div className="relative isolate -mt-(--bar-height) overflow-hidden">
      <HarbourChart />
      <Container className={cx("flex flex-col justify-center py-32", site ? "min-h-[44rem]" : "min-h-svh")}>
        <p className="figures text-sm font-semibold text-accent">Error {status}</p>
        <h1 className="tight mt-4 max-w-[12em] text-4xl">{title}</h1>
        <p className="mt-6 max-w-[34em] text-lg text-ink-soft">{text}</p>
        {status === 404 || status === 410 ? <Ways /> : <Retry />}
      </Container>
    </div>
  );
}

/** A lost visitor searches, with the words of the address to begin with, or takes the menu. */
function Ways() {
  const { pathname } = useLocation();
  return (
    <div className="mt-10">
      <SearchForm initial={wordsOfPath(pathname)} />
      <PageLinks />
    </div>
  );
}

function Retry() {
  const { pathname, search } = useLocation();
  return (
    <div className="ways">
      <ButtonLink to={pathname + search} reloadDocument size="lg">
        Try again
      </ButtonLink>
      <ButtonLink to="/" reloadDocument variant="secondary" size="lg">
        Home
      </ButtonLink>
    </div>
  );
}
