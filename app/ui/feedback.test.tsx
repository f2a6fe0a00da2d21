import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { WAIT } from "../../tests/support/timeouts.ts";
import { ErrorSummary } from "./error-summary.tsx";
import { FormStatus } from "./form-status.tsx";
import { Progress } from "./progress.tsx";

afterEach(cleanup);

test("an error takes the focus, again on the next attempt, and is an alert", () => {
  const { rerender } = render(
    <FormStatus tone="error" attempt={1}>
      It failed
    </FormStatus>,
  );
  const alert = screen.getByRole("alert");
  expect(document.activeElement).toBe(alert);
  alert.blur();
  rerender(
    <FormStatus tone="error" attempt={2}>
      It failed
    </FormStatus>,
  );
  expect(document.activeElement).toBe(alert);
});

test("a success is a status, was there before it had words, and leaves the focus alone", () => {
  const { rerender } = render(<FormStatus tone="success" />);
  const status = screen.getByRole("status");
  expect(status.textContent).toBe("");
  rerender(<FormStatus tone="success">Sent</FormStatus>);
  expect(screen.getByRole("status")).toBe(status);
  expect(status.textContent).toBe("Sent");
  expect(document.activeElement).toBe(document.body);
});

test("the summary lists the errors, takes the focus, and leads to the field", async () => {
  const entries = [{ id: "f-contactInfo.name", name: "contactInfo.name", message: "Name is required" }];
  const onSelect = vi.fn();
  render(
    <>
      <ErrorSummary heading="Please fix" entries={entries} onSelect={onSelect} />
      <input id="f-contactInfo.name" />
    </>,
  );
  expect(document.activeElement).toBe(screen.getByRole("alert"));
  fireEvent.click(screen.getByRole("link", { name: "Name is required" }));
  expect(onSelect).toHaveBeenCalledWith(entries[0]);
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole("textbox")), WAIT);
});

test("no errors, no summary", () => {
  render(<ErrorSummary heading="Please fix" entries={[]} />);
  expect(screen.queryByRole("alert")).toBe(null);
});

test("progress says which step of how many, and stays inside", () => {
  render(<Progress step={9} of={5} title="Details" />);
  const bar = screen.getByRole("progressbar", { name: "Step 5 of 5" });
  expect(bar).toHaveProperty("value", 5);
  expect(bar).toHaveProperty("max", 5);
});
