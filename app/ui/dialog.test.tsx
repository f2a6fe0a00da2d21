import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Dialog } from "./dialog.tsx";

afterEach(cleanup);

beforeEach(() => {
  // jsdom knows the element but not its methods.
  HTMLDialogElement.prototype.showModal ??= function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function close() {
    this.open = false;
  };
});

test("opens as a named modal, asks its owner to close it, and closes with it", () => {
  const onClose = vi.fn();
  const showModal = vi.spyOn(HTMLDialogElement.prototype, "showModal");
  const view = (open: boolean) => (
    <Dialog title="Order 12" open={open} onClose={onClose}>
      <p>Inside</p>
    </Dialog>
  );
  const { rerender } = render(view(false));
  expect(screen.queryByRole("dialog")).toBe(null);
  rerender(view(true));
  const dialog = screen.getByRole("dialog", { name: "Order 12" });
  expect(showModal).toHaveBeenCalledOnce();

  fireEvent.click(screen.getByText("Inside"));
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  fireEvent.click(dialog);
  expect(fireEvent(dialog, new Event("cancel", { cancelable: true }))).toBe(false);
  expect(onClose).toHaveBeenCalledTimes(3);

  rerender(view(false));
  expect(screen.queryByRole("dialog")).toBe(null);
});
