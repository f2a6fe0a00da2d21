import { createRemixStub } from "@remix-run/testing";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import Unsubscribe from "./unsubscribe.tsx";

test("each failure has the focus", async () => {
  const loader = () => ({ isValid: true });
  const action = () => ({ status: "failed", code: "unavailable" });
  const Site = createRemixStub([{ path: "/", Component: Unsubscribe, loader, action }]);
  render(<Site />);
  const button = await screen.findByRole("button", { name: "Unsubscribe" });
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await userEvent.click(button);
    await expect.poll(() => document.activeElement?.getAttribute("role")).toBe("alert");
  }
});
