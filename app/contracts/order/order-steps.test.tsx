import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { contractMessages } from "../../model/contracts/messages.ts";
import { StepButtons } from "./order-steps.tsx";

afterEach(cleanup);

function payment(more: { agreed?: boolean; byCard?: boolean; busy?: boolean }, onSubmit = vi.fn()) {
  const props = { agreed: false, byCard: false, busy: false, ...more };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <StepButtons {...props} step={3} last={3} scripted onNext={() => {}} onBack={() => {}} />
    </form>
  );
}
const submit = () => screen.getByRole("button", { name: /submit/i });

test.each([
  [false, contractMessages.termsMissingInvoice],
  [true, contractMessages.termsMissing],
])("without the agreement (by card: %s) pressing the button alerts, and sends nothing", (byCard, text) => {
  const onSubmit = vi.fn();
  const { rerender } = render(payment({ byCard }, onSubmit));
  expect(submit().getAttribute("aria-disabled")).toBe("true");
  expect(screen.getByText(text).id).toBe(submit().getAttribute("aria-describedby"));
  expect(screen.getByRole("alert").textContent).toBe("");
  fireEvent.click(submit());
  const alert = screen.getByRole("alert");
  expect(alert.textContent).toBe(text);
  expect(document.activeElement).toBe(alert);
  expect(screen.getAllByText(text)).toHaveLength(1);
  expect(screen.getByRole("link", { name: text }).getAttribute("href")).toBe("#order-agreedToTerms");
  submit().focus();
  fireEvent.click(submit());
  expect(document.activeElement).toBe(alert);
  expect(onSubmit).not.toHaveBeenCalled();
  rerender(payment({ byCard, agreed: true }, onSubmit));
  expect(screen.queryByRole("alert")).toBe(null);
  fireEvent.click(submit());
  expect(onSubmit).toHaveBeenCalledOnce();
  // Who takes the agreement back is not shouted at before they press again.
  rerender(payment({ byCard }, onSubmit));
  expect(screen.getByRole("alert").textContent).toBe("");
  expect(screen.getByText(text)).not.toBeNull();
});

test("while it is sending, pressing again neither sends nor alerts", () => {
  const onSubmit = vi.fn();
  render(payment({ agreed: true, busy: true }, onSubmit));
  fireEvent.click(submit());
  expect(onSubmit).not.toHaveBeenCalled();
  expect(screen.queryByRole("alert")).toBe(null);
});
