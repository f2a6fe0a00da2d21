import type { HeadersFunction } from "@remix-run/node";
import { Link } from "@remix-run/react";
import { PRIVATE } from "../platform/cache-control.ts";
import { DASHBOARD } from "./paths.ts";

/** What admins see is for nobody's cache and for no search engine; what a loader adds (an outage's Retry-After) goes with it. */
export const adminHeaders: HeadersFunction = ({ errorHeaders, loaderHeaders }) => {
  const headers = new Headers(errorHeaders ?? loaderHeaders);
  headers.set("Cache-Control", PRIVATE);
  headers.set("X-Robots-Tag", "noindex");
  return headers;
};

/** The opening of every page that lies behind the dashboard: the way back to it, what the page is, a sentence about it. */
export function AdminHeading({ title, intro }: { title: string; intro?: string }) {
  return (
    <header className="mb-8">
      <Link to={DASHBOARD} className="footer-link">
        Admin dashboard
      </Link>
      <h1 className="tight mt-2 text-3xl">{title}</h1>
      {intro ? <p className="mt-3 text-ink-soft">{intro}</p> : null}
    </header>
  );
}
