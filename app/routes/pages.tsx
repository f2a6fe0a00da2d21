import type { MetaFunction } from "@remix-run/node";
import { Outlet } from "@remix-run/react";
import { pageErrorHeaders, ErrorPage, errorView } from "../layout/error-page.tsx";

/**
 * Around every page, for its errors alone: caught here they render inside the root that already stands, instead of
 * replacing the whole document, style sheets and theme with it.
 */
export const meta: MetaFunction = ({ error, matches }) =>
  error
    ? [{ title: errorView(error).title }, { name: "robots", content: "noindex" }]
    : matches.flatMap((match) => match.meta);

export const headers = pageErrorHeaders;

export default function Pages() {
  return <Outlet />;
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
