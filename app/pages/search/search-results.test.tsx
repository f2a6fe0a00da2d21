import { createRemixStub } from "@remix-run/testing";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { SearchResults } from "./search-results.tsx";

afterEach(cleanup);

type Found = Parameters<typeof SearchResults>[0]["results"];

async function show(search: string, results: Found) {
  const Page = createRemixStub([
    { path: "/", Component: () => <SearchResults search={search} results={results} /> },
  ]);
  render(<Page />);
  return (await screen.findByRole("status")).textContent;
}

test("what was found is counted and listed", async () => {
  const found = { path: "/blog", kind: "Blog", title: "Notes", summary: "" } as Found[number];
  expect(await show("note", [found])).toBe("1 result for “note”");
  expect(screen.getAllByRole("listitem")).toHaveLength(1);
});

test("where nothing was found there is no list of nothing, but the pages", async () => {
  expect(await show("zzzz", [])).toBe("Nothing found for “zzzz”.");
  expect(screen.getByRole("navigation", { name: "Pages" })).not.toBeNull();
  for (const list of screen.getAllByRole("list")) expect(list.childElementCount).toBeGreaterThan(0);
});
