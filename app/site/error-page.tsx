import { Link, useLocation, useRouteError } from "@remix-run/react";
import { ButtonLink } from "../ui/button.tsx";
import { Container } from "../ui/container.tsx";
import { cx } from "../ui/cx.ts";
import { errorView } from "./error-view.ts";
import { HarbourChart } from "./harbour-chart.tsx";
import { MAIN_LINKS } from "./navigation.ts";
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

function Ways() {
  return (
    <nav aria-label="Pages" className="mt-8">
      <ul className="flex flex-wrap gap-x-8">
        {MAIN_LINKS.map((link) => (
          <li key={link.to}>
            <Link
              to={link.to}
              className="inline-flex min-h-11 items-center font-semibold text-accent underline-offset-4 hover:underline"
            >
              {link.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Retry() {
  const { pathname, search } = useLocation();
  return (
    <div className="mt-10 flex flex-wrap gap-4">
      <ButtonLink to={pathname + search} reloadDocument size="lg">
        Try again
      </ButtonLink>
      <ButtonLink to="/" reloadDocument variant="secondary" size="lg">
        Home
      </ButtonLink>
    </div>
  );
}
