import { Link } from "@remix-run/react";
import { ACTION_LINKS, MAIN_LINKS } from "../../layout/page-list.ts";

/** The whole menu, for who did not find the way. */
export function PageLinks() {
  return (
    <nav aria-label="Pages" className="mt-8">
      <ul className="flex flex-wrap gap-x-8">
        {[...MAIN_LINKS, ...ACTION_LINKS].map((link) => (
          <li key={link.to}>
            <Link
              to={link.to}
              className="inline-flex min-h-11 items-center font-semibold text-accent underline-offset-4 hover:underline"
            >
              {link.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
