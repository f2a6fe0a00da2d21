import { createRemixStub } from "@remix-run/testing";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { ReceiveForm } from "./invoice-forms.tsx";
import { OLDEST } from "./payment-preview.ts";

const choices = ["INV-2026-0003", "INV-2026-0004"].map((number) => ({ number, openCents: 12_000 }));

test.each([
  ["all that is open", OLDEST, "is open"],
  ["the chosen invoice", "INV-2026-0003", "the invoice needs"],
])("what a payment is more than: %s", (_, number, words) => {
  const preview = { amountCents: 20_000, parts: [], leftCents: 0, hasNextInvoice: true, surplusCents: 6_800 };
  const refused = { intent: "receive", number, result: {}, preview };
  const props = { invoice: choices[0]!, choices, nonce: "n", rev: "r", today: "2026-12-01", refused };
  const Site = createRemixStub([{ path: "/", Component: () => <ReceiveForm {...props} /> }]);
  render(<Site />);
  const label = `This is $68.00 more than ${words}: keep it as a credit`;
  expect(screen.queryByRole("checkbox", { name: label })).not.toBeNull();
});
