import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { SecretInput } from "./secret-input.tsx";

afterEach(cleanup);

test("an error goes when the field is edited, and comes back with the next response", () => {
  const field = (errors: string[]) => (
    <SecretInput id="code" name="code" label="Code" kind="code" errors={errors} />
  );
  const { rerender } = render(field(["Code is required"]));
  const input = screen.getByLabelText("Code");
  expect(input.getAttribute("aria-invalid")).toBe("true");
  fireEvent.input(input, { target: { value: "1" } });
  expect(screen.queryByText("Code is required")).toBeNull();
  expect(input.hasAttribute("aria-invalid")).toBe(false);
  rerender(field(["Code is required"]));
  expect(screen.getByText("Code is required")).toBeDefined();
});
