import { Link, Outlet, useLocation } from "@remix-run/react";
import { createRemixStub } from "@remix-run/testing";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import type { ComponentProps } from "react";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { NewsletterPopup } from "../../app/forms/newsletter/newsletter-popup.tsx";
import { callAction } from "../../app/platform/http/route-client.ts";
import { formEndpoint } from "./form-endpoint.ts";

// A page with the newsletter's pop-up, a clock that the test moves, and the action that the card posts to.

export const endpoint = formEndpoint<unknown>({ status: 200, body: { status: "subscribed" } });

/** Call it in the test file. */
export function stopClock(): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date", "performance"] });
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
    localStorage.clear();
  });
}

const realSetTimeout = globalThis.setTimeout;
/** Waits for the endpoint's answer without moving the clock of the test. */
export async function until(check: () => void) {
  for (let tries = 0; ; tries++) {
    try {
      return check();
    } catch (error) {
      if (tries === 400) throw error;
      await act(() => new Promise((resolve) => realSetTimeout(resolve, 5)));
    }
  }
}
export const advance = async (ms: number) => {
  await act(() => vi.advanceTimersByTimeAsync(ms));
  await act(() => vi.dynamicImportSettled());
};

let owner: Pick<ComponentProps<typeof NewsletterPopup>, "isOff" | "seconds"> = {};

const Page = () => (
  <>
    <input aria-label="Another form" />
    <main tabIndex={-1}>
      <button type="button">Elsewhere</button>
      <Link to="/about">Go to /about</Link>
      <Link to="/contract">Go to /contract</Link>
      <Outlet />
    </main>
    <NewsletterPopup pathname={useLocation().pathname} {...owner} />
  </>
);
const Nothing = () => null;
const Site = createRemixStub([
  {
    path: "/",
    Component: Page,
    children: [
      { path: "newsletter", Component: Nothing, action: (args) => callAction(() => endpoint.action(args)) },
      { path: "*", Component: Nothing },
    ],
  },
]);

/** Renders a path with what the owner has set. */
export function show(pathname: string, set: typeof owner = {}) {
  owner = set;
  return render(<Site initialEntries={[pathname]} />);
}
export const goTo = (pathname: string) =>
  act(async () => fireEvent.click(screen.getByText(`Go to ${pathname}`)));
export const card = () => screen.queryByRole("region");
export const input = () => screen.getByLabelText<HTMLInputElement>("Email address");
export const thanks = () => screen.queryByText("You've successfully subscribed to our newsletter.");

export async function open(pathname = "/about") {
  const view = show(pathname);
  await advance(5_000);
  return view;
}
export async function subscribe(email = "ada@example.com") {
  fireEvent.change(input(), { target: { value: email } });
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Subscribe" })));
}
export async function subscribed() {
  await subscribe();
  await until(() => expect(thanks()).not.toBeNull());
}

/** Returns what lets the response go. */
export function holdResponse(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  endpoint.gate = promise;
  return resolve;
}
