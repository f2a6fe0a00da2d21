import { Form } from "@remix-run/react";
import { Button } from "../../ui/button.tsx";

/** Looks through the site's pages. A plain form, so it works without scripts. */
export function SearchForm({ initial }: { initial: string }) {
  return (
    <Form action="/search" role="search" className="flex max-w-xl items-end gap-3">
      <div className="min-w-0 flex-1">
        <label htmlFor="search" className="mb-2 block font-semibold text-ink">
          Search this site
        </label>
        <input
          id="search"
          key={initial}
          type="search"
          name="q"
          defaultValue={initial}
          maxLength={100}
          className="control"
        />
      </div>
      <Button type="submit">Search</Button>
    </Form>
  );
}
