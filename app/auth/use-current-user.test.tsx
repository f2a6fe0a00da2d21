import { createRemixStub } from "@remix-run/testing";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { pageServer } from "../../tests/support/form-endpoint.ts";
import { refreshSession, useCurrentUser } from "./session-client.ts";
import type { CurrentUser, SessionState } from "./session.ts";

const ada: CurrentUser = {
  uid: "google:1",
  email: "ada@example.com",
  name: "Ada",
  picture: null,
  provider: "google",
};

/** The response of `GET /api/session` over real HTTP, once the test releases it. */
let answer: { status: number; body: SessionState };
let open: () => void;
let gate: Promise<void>;
pageServer(async (_request, response) => {
  await gate;
  response.writeHead(answer.status, { "content-type": "application/json" });
  response.end(JSON.stringify(answer.body));
});
beforeEach(() => {
  answer = { status: 200, body: { user: ada, role: "admin" } };
  gate = new Promise((resolve) => (open = resolve));
});
afterEach(cleanup);

function Page() {
  const { user, loading } = useCurrentUser();
  return <p>{loading ? "loading" : (user?.email ?? "signed out")}</p>;
}
const show = (data: { currentUser: CurrentUser } | null) => {
  const Stub = createRemixStub([{ path: "/", Component: Page, loader: () => data }]);
  render(<Stub />);
};

// The session is shared by the document, so these tests run in order.
test("a guarded page knows without asking", async () => {
  show({ currentUser: ada });
  expect((await screen.findByRole("paragraph")).textContent).toBe("ada@example.com");
});

test("a public page is loading until the server has said who it is", async () => {
  show(null);
  await screen.findByText("loading");
  open();
  expect(await screen.findByText("ada@example.com")).not.toBeNull();
});

test("it follows what the server says, and stays when the server says nothing", async () => {
  show(null);
  open();
  answer = { status: 200, body: { user: null, role: null } };
  await refreshSession();
  await screen.findByText("signed out");
  answer = { status: 200, body: { user: ada, role: "admin" } };
  await refreshSession();
  await screen.findByText("ada@example.com");
  answer = { status: 503, body: { user: null, role: null } };
  await refreshSession();
  expect(screen.getByText("ada@example.com")).not.toBeNull();
});
