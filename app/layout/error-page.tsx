import type { HeadersFunction } from "@remix-run/node";
import { useLocation, useRouteError, isRouteErrorResponse } from "@remix-run/react";
import { PageLinks, SearchForm, wordsOfPath } from "./search-form.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { Container } from "../ui/container.tsx";
import { cx } from "../ui/cx.ts";
import { HarbourChart } from "./drawings.tsx";
import { useSite } from "./site-data.ts";

/** The page of every error, inside the layout. After a 404 it offers search and the whole menu, otherwise one link. */
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

/** Search, prefilled with words of the URL, and the menu. */
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

interface ErrorView {
  status: number;
  title: string;
  text: string;
}

/** Returns the texts for an error. They never contain its message, which may reveal internals. */
export function errorView(error: unknown): ErrorView {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  if (status === 404 || status === 410) {
    return {
      status,
      title: "We can’t find that page",
      text: "The address may be mistyped, or the page may have moved. One of these should help.",
    };
  }
  if (status === 503 || status === 502 || status === 504) {
    return {
      status,
      title: "The site is unavailable right now",
      text: "We can’t reach our content at the moment. Nothing is lost; please try again in a minute.",
    };
  }
  if (status === 401 || status === 403) {
    return {
      status,
      title: "This page is not for you",
      text: "You may have to sign in, or sign in as somebody else, to see it.",
    };
  }
  if (status === 429) {
    return {
      status,
      title: "That was a little too often",
      text: "Please wait a minute and try again.",
    };
  }
  if (status >= 400 && status < 500) {
    return {
      status,
      title: "That request didn’t work",
      text: "Something about the request was not right. Please go back and try again.",
    };
  }
  return {
    status,
    title: "Something went wrong on our side",
    text: "The error has been recorded. Please try again in a moment.",
  };
}

/** Passes Retry-After on; Remix drops the headers of thrown Responses. */
export const pageErrorHeaders: HeadersFunction = ({ errorHeaders, parentHeaders }) => {
  const retryAfter = errorHeaders?.get("Retry-After");
  return retryAfter ? { "Retry-After": retryAfter } : parentHeaders;
};
