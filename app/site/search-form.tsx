import { Form } from "@remix-run/react";
import { Button } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";
import { navigationOf } from "./navigation.ts";
import { SearchShortcut } from "./search-shortcut.tsx";
import { useSite } from "./site-data.ts";
import { SiteNavLink } from "./site-link.tsx";

/** Searches the site's pages. A plain form, so it works without scripts. */
export function SearchForm({ initial }: { initial: string }) {
  return (
    <Form
      action="/search"
      role="search"
      aria-label="Pages of this site"
      className="flex max-w-xl items-end gap-3"
    >
      <div className="min-w-0 flex-1">
        <label htmlFor="search" className="mb-2 block font-semibold text-ink">
          Search this site
        </label>
        <SearchInput key={initial} id="search" initial={initial} />
      </div>
      <Button type="submit">Search</Button>
    </Form>
  );
}

export function FooterSearch() {
  return (
    <div className="max-w-md">
      <Form action="/search" role="search">
        <label htmlFor="search-footer" className="mb-2 block text-sm font-semibold text-ink">
          Search this site
        </label>
        <div className="flex flex-wrap gap-3">
          <SearchInput id="search-footer" initial="" className="min-w-0 flex-1 basis-48" />
          <Button type="submit" variant="secondary">
            Search
          </Button>
        </div>
      </Form>
      <SearchShortcut />
    </div>
  );
}

function SearchInput({ id, initial, className }: { id: string; initial: string; className?: string }) {
  return (
    <input
      id={id}
      type="search"
      name="q"
      defaultValue={initial}
      maxLength={100}
      aria-keyshortcuts="/"
      className={cx("control", className)}
    />
  );
}

/** The whole menu, after a search without results or on the 404 page. */
export function PageLinks() {
  const { main, action } = navigationOf(useSite());
  return (
    <nav aria-label="Pages" className="mt-8">
      <ul className="flex flex-wrap gap-x-8">
        {[...main, ...action].map((link) => (
          <li key={link.to + link.label}>
            <SiteNavLink
              to={link.to}
              className="inline-flex min-h-11 items-center font-semibold text-accent underline-offset-4 hover:underline"
            >
              {link.label}
            </SiteNavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Returns the words of a URL's last segment, to prefill the search of the 404 page. */
export function wordsOfPath(pathname: string): string {
  const last = pathname.split("/").findLast(Boolean) ?? "";
  let text = last;
  try {
    text = decodeURIComponent(last);
  } catch {
    // Keep malformed percent-encoding as it is.
  }
  return text
    .replace(/\.[a-z0-9]{1,5}$/i, "")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .slice(0, 60);
}
