import { createRemixStub } from "@remix-run/testing";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import type { ReactElement } from "react";
import { afterEach, expect, test, vi } from "vitest";
import NOT_ADMIN from "../model/texts/not-admin.json" with { type: "json" };
import SIGN_IN from "../model/texts/sign-in.json" with { type: "json" };
import { GoogleFinished, GoogleSignIn } from "./google-sign-in.tsx";
import { LoginScreen } from "./login-screen.tsx";
import { NotAdminNotice } from "./not-admin-notice.tsx";

// What only scripts show says the editors' words as well; the rest is in tests/integration/studio-fields.test.ts.

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const texts = {
  [SIGN_IN.type]: Object.fromEntries(
    Object.keys({ ...SIGN_IN.texts, ...NOT_ADMIN.texts }).map((id) => [id, `My ${id}`]),
  ),
};

function show(page: ReactElement) {
  const Site = createRemixStub([
    { id: "root", path: "/", loader: () => ({ texts }), Component: () => page },
    { path: "/login", action: () => new Promise(() => {}) },
  ]);
  render(<Site />);
}

const press = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));

test("signing in", async () => {
  const view = { redirectTo: null, signedInAs: null, google: false, googleFailed: null };
  show(<LoginScreen {...view} posted={undefined} />);
  fireEvent.submit((await screen.findByRole("button", { name: "My signIn" })).closest("form")!);
  expect(await screen.findByRole("button", { name: "My signingIn" })).toBeDefined();
});

test("Google's window, open and blocked", async () => {
  show(<GoogleSignIn redirectTo={null} failedBefore={null} />);
  const opened = { closed: false, focus: () => {} } as Window;
  const open = vi.spyOn(window, "open").mockReturnValueOnce(null).mockReturnValueOnce(opened);
  await press("My google");
  expect(await screen.findByRole("button", { name: "My googleHere" })).toBeDefined();
  // The form would be posted into the window, which jsdom cannot.
  window.addEventListener("submit", (event) => event.preventDefault(), { once: true });
  await press("My google");
  expect(await screen.findByRole("button", { name: "My googleOpen" })).toBeDefined();
  expect(open).toHaveBeenCalledTimes(2);
});

test("the last page of Google's window", async () => {
  vi.spyOn(window, "close").mockImplementation(() => {});
  show(<GoogleFinished failed={null} />);
  expect(await screen.findByText("My finishedHeading")).toBeDefined();
  expect(screen.getByText("My finished")).toBeDefined();
});

test("the notice to users who are no admins", async () => {
  show(<NotAdminNotice />);
  for (const id of ["notAdmin", "useAnother", "dismiss"])
    expect(await screen.findByText(`My ${id}`)).toBeDefined();
});
