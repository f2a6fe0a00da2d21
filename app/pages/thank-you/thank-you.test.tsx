import { createRemixStub } from "@remix-run/testing";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { THANKS, type SentKind } from "../../model/thanks.ts";
import { ThankYou } from "./thank-you.tsx";

beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

function open(kind: SentKind | null) {
  const sent = kind && { kind, reference: "7KQ2-M9XD", order: null, isPaid: false };
  const Page = createRemixStub([{ path: "/", Component: () => <ThankYou sent={sent} /> }]);
  render(<Page />);
  return screen.findByRole("heading", { level: 1 });
}

test("after a submission the focus starts at the heading", async () => {
  const heading = await open("questionnaire");
  expect(document.activeElement).toBe(heading);
});

test("a focus that somebody has placed meanwhile stays", async () => {
  render(<input aria-label="Elsewhere" />);
  screen.getByLabelText("Elsewhere").focus();
  await open("questionnaire");
  expect(document.activeElement).toBe(screen.getByLabelText("Elsewhere"));
});

test("opened without a submission it is a page like others, and remembers nothing", async () => {
  await open(null);
  expect(document.activeElement).toBe(document.body);
  expect(screen.queryByText("7KQ2-M9XD")).toBeNull();
  expect(sessionStorage).toHaveLength(0);
});

test.each(Object.entries(THANKS) as [SentKind, string][])(
  "after a form of the kind %s it says so in the specified words",
  async (kind, words) => {
    await open(kind);
    expect(screen.getByText(words)).toBeDefined();
    expect(screen.getByText("7KQ2-M9XD")).toBeDefined();
    expect(screen.getByRole("heading", { name: "What happens next" })).toBeDefined();
    expect(screen.getByRole("link", { name: "Return to Home" }).getAttribute("href")).toBe("/");
  },
);
