import { createRemixStub } from "@remix-run/testing";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { HoldCard } from "./hold-card.tsx";

test("says what is overdue, and nothing of reminders, which a month may hold back", async () => {
  const Stub = createRemixStub([{ path: "/", Component: () => <HoldCard hold="asked" path="/invoices" /> }]);
  render(<Stub />);
  const card = await screen.findByRole("region", { name: "Unpaid invoices" });
  expect(card.textContent).toContain("Invoices of this client are overdue. The next invoice waits");
});
