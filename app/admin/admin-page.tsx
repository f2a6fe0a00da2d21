import type { HeadersFunction } from "@remix-run/node";
import { Link } from "@remix-run/react";
import { PRIVATE } from "../platform/cache-control.ts";
import { DASHBOARD } from "../model/admin-paths.ts";

/** Keeps admin pages out of caches and search engines, and passes on the headers of the loader (such as Retry-After). */
export const adminHeaders: HeadersFunction = ({ errorHeaders, loaderHeaders }) => {
  const headers = new Headers(errorHeaders ?? loaderHeaders);
  headers.set("Cache-Control", PRIVATE);
  headers.set("X-Robots-Tag", "noindex");
  return headers;
};

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
