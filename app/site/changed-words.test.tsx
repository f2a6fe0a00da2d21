import { Outlet } from "@remix-run/react";
import { createRemixStub } from "@remix-run/testing";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import CONSENT from "../model/texts/consent.json" with { type: "json" };
import ERROR_PAGES from "../model/texts/error-pages.json" with { type: "json" };
import type { TextGroup } from "../model/texts/texts.ts";
import { ConsentBanner } from "./consent/banner.tsx";
import { ConsentLink } from "./consent/consent-link.tsx";
import { ErrorPage } from "./error-page.tsx";

// What no request of a test reaches says the editors' words as well.

afterEach(cleanup);

const changed = ({ type, texts }: TextGroup) => ({
  [type]: Object.fromEntries(Object.keys(texts).map((id) => [id, `Changed ${id}`])),
});

test("the question for consent", async () => {
  const Site = createRemixStub([
    {
      id: "root",
      path: "/",
      loader: () => ({ texts: changed(CONSENT), measurementId: "G-1" }),
      Component: () => (
        <>
          <ConsentBanner isReopened={false} />
          <ConsentLink />
        </>
      ),
    },
  ]);
  render(<Site />);
  for (const id of Object.keys(CONSENT.texts))
    expect(await screen.findByText(new RegExp(`Changed ${id}\\b`))).toBeDefined();
});

test.each([
  [403, "forbidden"],
  [429, "throttled"],
  [400, "rejected"],
  [500, "broken"],
  [503, "unavailable"],
  [404, "notFound"],
])("the page of an error %i", async (status, kind) => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const Site = createRemixStub([
    {
      id: "root",
      path: "/",
      loader: () => ({ texts: changed(ERROR_PAGES) }),
      Component: Outlet,
      children: [
        {
          index: true,
          loader: () => {
            throw new Response(null, { status });
          },
          Component: () => null,
          ErrorBoundary: ErrorPage,
        },
      ],
    },
  ]);
  render(<Site />);
  expect(await screen.findByText(`Changed ${kind}Title`)).toBeDefined();
  expect(screen.getByText(`Changed ${kind}Text`)).toBeDefined();
  if (kind !== "notFound")
    for (const id of ["retry", "home"]) expect(screen.getByText(`Changed ${id}`)).toBeDefined();
});
