import { createRemixStub } from "@remix-run/testing";
import { act, cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { reopenConsent } from "./choice.ts";
import { GoogleAnalytics } from "./google-analytics.tsx";

const Site = createRemixStub([
  {
    path: "/",
    Component: () => (
      <>
        <main tabIndex={-1}>
          <button type="button">Elsewhere</button>
        </main>
        <GoogleAnalytics measurementId="G-TEST" onAsk={() => {}} />
      </>
    ),
  },
]);
afterEach(() => {
  cleanup();
  localStorage.clear();
});

test("after the answer the focus is where it came from, else on the page", async () => {
  render(<Site />);
  const user = userEvent.setup();
  const answer = () => user.click(screen.getByRole("button", { name: "No, thanks" }));
  await answer();
  expect(screen.queryByRole("region")).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("main"));

  const elsewhere = screen.getByRole("button", { name: "Elsewhere" });
  elsewhere.focus();
  act(reopenConsent);
  expect(document.activeElement).toBe(screen.getByRole("heading"));
  await answer();
  expect(document.activeElement).toBe(elsewhere);
});
