import { createRemixStub } from "@remix-run/testing";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { formEndpoint } from "../../../tests/support/form-endpoint.ts";
import { FooterForm } from "./footer-form.tsx";

const endpoint = formEndpoint<unknown>({ status: 200, body: { status: "subscribed" } });
const Site = createRemixStub([
  { path: "/about", Component: () => <FooterForm token="page-token" /> },
  { path: "/newsletter", Component: () => null, action: endpoint.action },
]);
afterEach(cleanup);

const field = () => screen.getByLabelText<HTMLInputElement>("Subscribe to our newsletter");

/** Returns whether the page kept the form from being posted by the browser. */
function submit(email: string): boolean {
  fireEvent.input(field(), { target: { value: email } });
  const form = field().form as HTMLFormElement;
  let isKept = false;
  act(() => void (isKept = !fireEvent.submit(form)));
  return isKept;
}

test("the footer's form is answered in place once it had the focus, and asks again for an address that is none", async () => {
  render(<Site initialEntries={["/about"]} />);
  await act(async () => fireEvent.focus(field()));
  await act(() => vi.dynamicImportSettled());
  await waitFor(() => expect(screen.queryAllByRole("status").length).toBeGreaterThan(0));
  expect(submit("nobody")).toBe(true);
  expect(screen.getByRole("alert").textContent).toBe("Please enter a valid email address");
  expect(document.activeElement).toBe(screen.getByRole("alert"));
  expect(endpoint.arrived).toEqual([]);
  fireEvent.input(field(), { target: { value: "nobody@" } });
  expect(screen.getByRole("alert").textContent).toBe("");
  expect(submit("ada@example.com")).toBe(true);
  const thanks = await screen.findByText("You've successfully subscribed to our newsletter.");
  expect(document.activeElement).toBe(thanks);
  await waitFor(() => expect(screen.queryByRole("button")).toBeNull());
  expect(endpoint.arrived).toMatchObject([
    { request: "POST /newsletter", body: expect.stringContaining("email=ada%40example.com&source=footer") },
  ]);
});

test("a failure stays while the address is edited", async () => {
  endpoint.answer = { status: 200, body: { status: "failed", code: "internal" } };
  onTestFinished(() => {
    endpoint.answer = { status: 200, body: { status: "subscribed" } };
  });
  render(<Site initialEntries={["/about"]} />);
  await act(async () => fireEvent.focus(field()));
  await act(() => vi.dynamicImportSettled());
  submit("ada@example.com");
  const text = "Something went wrong. Please try again later.";
  await waitFor(() => expect(screen.getByRole("alert").textContent).toBe(text));
  fireEvent.input(field(), { target: { value: "eve@example.com" } });
  expect(screen.getByRole("alert").textContent).toBe(text);
});

test("before its code is there the browser posts it", () => {
  render(<Site initialEntries={["/about"]} />);
  const stop = (event: Event) => event.preventDefault();
  expect(field().form?.getAttribute("action")).toBe("/newsletter");
  let prevented = true;
  document.addEventListener(
    "submit",
    (event) => {
      prevented = event.defaultPrevented;
      stop(event);
    },
    { once: true },
  );
  submit("ada@example.com");
  expect(prevented).toBe(false);
});
