import { Link } from "@remix-run/react";

/** Loads the page again, as it is stored by now. */
export function ReloadLink({ children }: { children: string }) {
  return (
    <Link to="." reloadDocument className="underline underline-offset-4">
      {children}
    </Link>
  );
}
