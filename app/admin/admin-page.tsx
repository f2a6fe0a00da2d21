import type { HeadersFunction } from "@remix-run/node";
import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { DASHBOARD } from "../model/admin-paths.ts";
import { PRIVATE } from "../platform/cache-control.ts";
import { Container } from "../ui/container.tsx";

/** Keeps admin pages out of caches and search engines, and passes on the headers of the loader (such as Retry-After). */
export const adminHeaders: HeadersFunction = ({ errorHeaders, loaderHeaders }) => {
  const headers = new Headers(errorHeaders ?? loaderHeaders);
  headers.set("Cache-Control", PRIVATE);
  headers.set("X-Robots-Tag", "noindex");
  return headers;
};

interface AdminPageProps {
  title: string;
  intro?: string;
  width?: "page" | "text";
  children: ReactNode;
}

/** A page of the dashboard under its heading. */
export function AdminPage({ title, intro, width = "page", children }: AdminPageProps) {
  return (
    <Container width={width} className="py-10 sm:py-14">
      <header className="mb-8">
        <Link to={DASHBOARD} className="footer-link">
          Admin dashboard
        </Link>
        <h1 className="tight mt-2 text-3xl">{title}</h1>
        {intro ? <p className="mt-3 text-ink-soft">{intro}</p> : null}
      </header>
      {children}
    </Container>
  );
}
