import type { MetaFunction } from "@remix-run/node";
import { Outlet } from "@remix-run/react";
import { pageErrorHeaders, ErrorPage, errorView } from "../site/error-page.tsx";
import { siteOf } from "../site/seo.ts";

/**
 * Catches the errors of all pages, so that they render inside the root instead of replacing the whole document with its style
 * sheets and theme.
 */
export const meta: MetaFunction = ({ error, matches }) =>
  error
    ? [{ title: errorView(error, siteOf(matches)?.texts).title }, { name: "robots", content: "noindex" }]
    : matches.flatMap((match) => match.meta);

export const headers = pageErrorHeaders;

export default function Pages() {
  return <Outlet />;
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
