import { createRemixStub } from "@remix-run/testing";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { NewLink } from "./order-confirmation.tsx";

test("a new link is asked for once, however often the button is pressed meanwhile", async () => {
  const action = vi.fn(() => null);
  const Page = () => <NewLink isKnown email="" answer={undefined} busy />;
  const Site = createRemixStub([{ path: "/", Component: Page, action }]);
  render(<Site />);
  await userEvent.click(screen.getByRole("button", { name: "Sending…" }));
  expect(action).not.toHaveBeenCalled();
});
