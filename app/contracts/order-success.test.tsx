import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { OrderSuccess } from "./order-success.tsx";

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
