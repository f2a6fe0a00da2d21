import { render, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import { LocalTime } from "./local-time.tsx";

it("is said in the company's zone by the server, in the admin's own by the browser", () => {
  const iso = "2026-11-21T03:00:00.000Z";
  expect(renderToString(<LocalTime iso={iso} />)).toContain("Nov 20, 2026, 10:00");
  render(<LocalTime iso={iso} />);
  const own = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });
  const time = screen.getByText(own.format(new Date(iso)));
  expect(time.getAttribute("datetime")).toBe(iso);
});

it("says nothing for what is no time", () => {
  const { container } = render(<LocalTime iso="soon" />);
  expect(container.textContent).toBe("");
});
