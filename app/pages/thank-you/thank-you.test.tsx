import { createRemixStub } from "@remix-run/testing";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { ThankYou } from "./thank-you.tsx";

afterEach(cleanup);

function open(reference: string | null) {
  const Page = createRemixStub([{ path: "/", Component: () => <ThankYou reference={reference} /> }]);
  render(<Page />);
  return screen.findByRole("heading", { level: 1 });
}

test("after a submission the focus starts at the heading", async () => {
  const heading = await open("Q-1234");
  expect(document.activeElement).toBe(heading);
});

test("a focus that somebody has placed meanwhile stays", async () => {
  render(<input aria-label="Elsewhere" />);
  screen.getByLabelText("Elsewhere").focus();
  await open("Q-1234");
  expect(document.activeElement).toBe(screen.getByLabelText("Elsewhere"));
});

test("opened without a submission it is a page like others", async () => {
  await open(null);
  expect(document.activeElement).toBe(document.body);
});
