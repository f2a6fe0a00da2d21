import type { HeadersFunction } from "@remix-run/node";
import { useLocation, useRouteError, isRouteErrorResponse } from "@remix-run/react";
import { useEffect, useState } from "react";
import { useEditable, textField } from "../content/editable.ts";
import ERROR_PAGES from "../model/texts/error-pages.json" with { type: "json" };
import { textsOf, type ChangedTexts } from "../model/texts/texts.ts";
import { statusOfOther } from "../platform/http/route-client.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Container } from "../ui/container.tsx";
import { cx } from "../ui/cx.ts";
import { reportError } from "../ui/report-error.ts";
import { HarbourChart } from "./drawings.tsx";
import { PageLinks, SearchForm, wordsOfPath } from "./search-form.tsx";
import { useSite } from "./site-data.ts";

/** The page of every error, inside the layout. After a 404 it offers search and the whole menu, otherwise one link. */
export function ErrorPage() {
  const site = useSite();
  const error = useRouteError();
  const { status, kind, title, text } = errorView(error, site?.texts, useStatusOfOther(error));
  const isRecorded = useRecorded(error) && kind === "broken";
  const edit = useEditable();
  return (
    <div className="relative isolate -mt-(--bar-height) overflow-hidden">
      <HarbourChart />
      <Container className={cx("flex flex-col justify-center py-32", site ? "min-h-[44rem]" : "min-h-svh")}>
        <p className="figures text-sm font-semibold text-accent">Error {status}</p>
        <h1 className="tight mt-4 max-w-[12em] text-4xl" {...edit(textField(ERROR_PAGES, `${kind}Title`))}>
          {title}
        </h1>
        <p
          className="mt-6 max-w-[34em] text-lg text-ink-soft"
          {...edit(textField(ERROR_PAGES, `${kind}Text`))}
        >
          {text}
        </p>
        {isRecorded ? (
          <p className="mt-2 text-ink-soft" {...edit(textField(ERROR_PAGES, "recorded"))}>
            {textsOf(ERROR_PAGES, site?.texts).recorded}
          </p>
        ) : null}
        {kind === "notFound" ? <Ways /> : <Retry />}
      </Container>
    </div>
  );
}

/** Remix sends an error of a loader, an action or a rendering without its stack, after the server has logged it. */
const isOfServer = (error: unknown) => error instanceof Error && error.stack === undefined;

/** Returns the status of a response that was not Remix's, such as a guard's or a proxy's; 0 while there is none. */
function useStatusOfOther(error: unknown): number {
  const [status, setStatus] = useState(0);
  useEffect(() => {
    if (isRouteErrorResponse(error) || isOfServer(error)) return;
    void statusOfOther(error, 0).then(setStatus);
  }, [error]);
  return status;
}

/** Returns whether the error is in the server's log; one of the browser is reported first. */
function useRecorded(error: unknown): boolean {
  const [isReported, setReported] = useState(false);
  useEffect(() => {
    if (isRouteErrorResponse(error) || isOfServer(error)) return;
    void reportError(error, "page").then(setReported);
  }, [error]);
  return isReported || isOfServer(error);
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
  const texts = textsOf(ERROR_PAGES, useSite()?.texts);
  const { pathname, search } = useLocation();
  return (
    <div className="ways">
      <ButtonLink to={pathname + search} reloadDocument size="lg">
        {texts.retry}
      </ButtonLink>
      <ButtonLink to="/" reloadDocument variant="secondary" size="lg">
        {texts.home}
      </ButtonLink>
    </div>
  );
}

/** What the root's loader throws while the dataset has no settings: nobody but the owner has seen the site yet. */
export const NO_CONTENT =
  "There is no content yet. Its owner imports the first of it: npm run content:import -- seed";

interface ErrorView {
  status: number;
  kind: ReturnType<typeof kindOf>;
  title: string;
  text: string;
}

/** What kind of page an error gets, by its status. */
function kindOf(status: number) {
  if (status === 404 || status === 410) return "notFound";
  if (status === 502 || status === 503 || status === 504) return "unavailable";
  if (status === 401 || status === 403) return "forbidden";
  if (status === 429) return "throttled";
  return status >= 400 && status < 500 ? "rejected" : "broken";
}

/** Returns the texts for an error. They never contain a message of its own, which may reveal internals. */
export function errorView(error: unknown, changed?: ChangedTexts, statusOfOther = 0): ErrorView {
  const status = isRouteErrorResponse(error) ? error.status : statusOfOther || 500;
  const kind = kindOf(status);
  const texts = textsOf(ERROR_PAGES, changed);
  if (isRouteErrorResponse(error) && error.data === NO_CONTENT)
    return { status, kind, title: texts.unavailableTitle, text: NO_CONTENT };
  return { status, kind, title: texts[`${kind}Title`], text: texts[`${kind}Text`] };
}

/** Passes Retry-After on; Remix drops the headers of thrown Responses. */
export const pageErrorHeaders: HeadersFunction = ({ errorHeaders, parentHeaders }) => {
  const retryAfter = errorHeaders?.get("Retry-After");
  return retryAfter ? { "Retry-After": retryAfter } : parentHeaders;
};
