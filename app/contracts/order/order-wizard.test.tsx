import { createRemixStub } from "@remix-run/testing";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { rememberSent } from "../../ui/sent-form.ts";
import type { OrderPage } from "./order-query.ts";
import { OrderWizard } from "./order-wizard.tsx";

const PAGE: OrderPage = {
  intro: null,
  catalogue: [],
  policy: null,
  payment: null,
  features: { cards: true, signature: "off", coupons: false, customServices: false },
  today: "2026-11-28",
  policyHash: "",
};

beforeEach(() => sessionStorage.clear());

test("whoever comes back and begins a new order is at its first step with the keyboard, too", async () => {
  rememberSent("order", { reference: "7KQ2-M9XD", isPaid: true });
  const Page = () => <OrderWizard page={PAGE} card={null} payee="Harborlight" posted={undefined} />;
  const Site = createRemixStub([{ path: "/", Component: Page }]);
  render(<Site />);
  await userEvent.click(await screen.findByRole("button", { name: "Start a new order" }));
  const heading = await screen.findByRole("heading", { name: "Services" });
  await waitFor(() => expect(document.activeElement).toBe(heading));
});
