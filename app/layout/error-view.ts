import { isRouteErrorResponse } from "@remix-run/react";

export interface ErrorView {
  status: number;
  title: string;
  text: string;
}

/** What a visitor is told about an error. Never its message: that may hold internals. */
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
