import type { MetaFunction } from "@remix-run/node";
import { Outlet } from "@remix-run/react";
import { pageErrorHeaders, ErrorPage, errorView } from "../layout/error-page.tsx";

/**
 * Catches the errors of all pages, so that they render inside the root instead of replacing the whole document with its style
 * sheets and theme.
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
