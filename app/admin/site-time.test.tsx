import { render, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { afterEach, expect, it } from "vitest";
import { SiteTime } from "./site-time.tsx";

const zone = process.env.TZ;
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

it.each(["America/New_York", "Europe/Berlin", "Asia/Tokyo"])(
  "is said in the company's zone by server and browser, also in %s",
  (reader) => {
    process.env.TZ = reader;
    const iso = "2026-11-21T03:00:00.000Z";
    expect(renderToString(<SiteTime iso={iso} />)).toMatch(/Nov 20, 2026, 10:00\sPM/);
    render(<SiteTime iso={iso} />);
    expect(screen.getByText(/^Nov 20, 2026, 10:00\sPM$/).getAttribute("datetime")).toBe(iso);
  },
);

it("says nothing for what is no time", () => {
  const { container } = render(<SiteTime iso="soon" />);
  expect(container.textContent).toBe("");
});
