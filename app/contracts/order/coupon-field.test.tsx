import { createRemixStub } from "@remix-run/testing";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { CouponField, useCoupon } from "./coupon-field.tsx";

test("a coupon that ended leaves an empty field that says so, and the order may be sent without it", async () => {
  function Page() {
    const entry = useCoupon("");
    const [isSettled, setSettled] = useState(false);
    return (
      <>
        <CouponField entry={entry} scripted postedError={undefined} />
        <button onClick={() => entry.replace(null)}>It ended</button>
        <button onClick={() => setSettled(entry.settled())}>Send</button>
        {isSettled ? "Sent" : null}
      </>
    );
  }
  const coupon = { code: "SPRING", percentOff: 10, centsOff: null };
  const action = () => ({ status: "coupon", coupon });
  const Stub = createRemixStub([{ path: "/", Component: Page, action }]);
  render(<Stub />);
  const field = screen.getByLabelText<HTMLInputElement>(/Coupon code/);
  await userEvent.type(field, "spring");
  await userEvent.click(screen.getByRole("button", { name: "Apply" }));
  await screen.findByText(/^SPRING: /);
  await userEvent.click(screen.getByRole("button", { name: "It ended" }));
  expect([field.value, screen.queryByText(/^SPRING: /)]).toEqual(["", null]);
  expect(screen.getByText("This coupon code is not valid.").closest("[id]")?.id).toBe(
    field.getAttribute("aria-describedby"),
  );
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  expect(screen.getByText("Sent")).toBeDefined();
});
