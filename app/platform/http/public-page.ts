import type { HeadersFunction } from "@remix-run/node";
import type { ShouldRevalidateFunction } from "@remix-run/react";
import { PUBLIC_PAGE } from "../cache-control.ts";

// What the route of a public page exports beside its content.

/** `headers` of pages that are the same for everyone. */
export const headers: HeadersFunction = () => ({ "Cache-Control": PUBLIC_PAGE });

/**
 * `shouldRevalidate` of pages that do not depend on submissions: posting a form from them, such as the newsletter's, does not load
 * them again.
 */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formMethod, defaultShouldRevalidate }) =>
  formMethod === "POST" ? false : defaultShouldRevalidate;

/** The same of pages with steps (`?step=2`), which need nothing of the server and can be changed offline. */
export const keepOverSteps: ShouldRevalidateFunction = (to) => {
  const { currentUrl: from, nextUrl } = to;
  return from.pathname === nextUrl.pathname && from.search !== nextUrl.search ? false : shouldRevalidate(to);
};
