import { createRemixStub } from "@remix-run/testing";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { ResetForms } from "./reset-screen.tsx";
import type { ResetResult } from "./results.ts";

afterEach(cleanup);

function show(result: ResetResult) {
  const Site = createRemixStub([
    { path: "/", Component: () => <ResetForms state="request" badLink={false} result={result} /> },
  ]);
  render(<Site />);
  return screen.getByLabelText<HTMLInputElement>("Email");
}

test("a wrong address has the focus, and its error goes when it is edited", () => {
  const error = { email: ["Please enter a valid email address"] };
  const input = show({
    status: "invalid",
    submission: { status: "error", initialValue: { email: "ada" }, error },
  });
  expect([input.value, document.activeElement]).toEqual(["ada", input]);
  fireEvent.input(input, { target: { value: "ada@" } });
  expect(screen.queryByText("Please enter a valid email address")).toBeNull();
});

test("somebody who asks too often finds the address again", () => {
  const submission = { initialValue: { email: "ada@example.com" } };
  const input = show({
    status: "refused",
    code: "auth/too-many-requests",
    retryAfterSeconds: 40,
    submission,
  });
  expect(input.value).toBe("ada@example.com");
  expect(screen.getByRole("alert").textContent).toBe("Too many attempts. Please try again in 40 seconds.");
});

test("a link is asked for once, however often the button is pressed", async () => {
  const action = vi.fn(() => new Promise<null>(() => {}));
  const Page = () => <ResetForms state="request" badLink={false} result={undefined} />;
  const Site = createRemixStub([{ path: "/login/reset", Component: Page, action }]);
  render(<Site initialEntries={["/login/reset"]} />);
  const button = screen.getByRole("button", { name: "Email me a link" });
  await userEvent.click(button);
  await vi.waitFor(() => expect(action).toHaveBeenCalledOnce());
  await userEvent.click(button);
  expect(action).toHaveBeenCalledOnce();
});
