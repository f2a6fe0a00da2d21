import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { OrderAlert, OrderSuccess } from "./order-alerts.tsx";

afterEach(cleanup);

const TEXT = "Signature is required";
const place = { step: 3, id: "order-signature" };

function alert(more: { step?: number; message?: string; place?: typeof place | null }, onGo = vi.fn()) {
  return (
    <>
      <OrderAlert message={TEXT} place={place} attempt={1} step={3} onGo={onGo} {...more} />
      <input id="order-signature" aria-label="Signature" />
    </>
  );
}
const link = () => screen.getByRole("link", { name: TEXT });

test("the words lead to the control that they are about", () => {
  const onGo = vi.fn();
  render(alert({}, onGo));
  expect(document.activeElement).toBe(screen.getByRole("alert"));
  expect(link().getAttribute("href")).toBe("#order-signature");
  fireEvent.click(link());
  expect(document.activeElement).toBe(screen.getByLabelText("Signature"));
  expect(onGo).not.toHaveBeenCalled();
});

test("on another step that step is opened at the control", () => {
  const onGo = vi.fn();
  render(alert({ step: 2 }, onGo));
  fireEvent.click(link());
  expect(onGo).toHaveBeenCalledExactlyOnceWith(3, { id: "order-signature" });
});

test("is plain words where no control is to blame, and silent without any", () => {
  const { rerender } = render(alert({ place: null }));
  expect(screen.getByRole("alert").innerHTML).toBe(TEXT);
  rerender(alert({ message: "" }));
  expect(screen.getByRole("alert").innerHTML).toBe("");
});

afterEach(cleanup);

test("the success is an alert that takes the focus, and nothing before", () => {
  const { rerender } = render(<OrderSuccess shown={false} />);
  expect(screen.getByRole("alert").textContent).toBe("");
  expect(document.activeElement).toBe(document.body);
  rerender(<OrderSuccess shown />);
  expect(screen.getByRole("alert").textContent).toBe(
    "Contract submitted successfully! We will contact you shortly.",
  );
  expect(document.activeElement).toBe(screen.getByRole("alert"));
});
