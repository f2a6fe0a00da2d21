import { Link } from "@remix-run/react";
import { DASHBOARD } from "./addresses.ts";

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
