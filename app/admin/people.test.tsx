import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { createRemixStub } from "@remix-run/testing";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { NOT_SENT, PEOPLE_DONE, type PeopleResult, type Person } from "../auth/people.ts";
import { People } from "./people.tsx";

afterEach(cleanup);

function show(result: PeopleResult) {
  const Site = createRemixStub([
    { path: "/", Component: () => <People sendsEmail people={[]} done={null} result={result} /> },
  ]);
  render(<Site />);
  return screen.getByLabelText<HTMLInputElement>("Email");
}

test("a wrong address has the focus, and its error goes when it is edited", () => {
  const message = "This person has a role already. Change it in the list.";
  const initialValue = { email: "ada@example.com" };
  const input = show({
    status: "invalid",
    submission: { status: "error", initialValue, error: { email: [message] } },
  });
  expect([input.value, document.activeElement]).toEqual(["ada@example.com", input]);
  expect(screen.getByText(message)).toBeDefined();
  fireEvent.input(input, { target: { value: "eve@example.com" } });
  expect(screen.queryByText(message)).toBeNull();
});

test("an admin who invites too many finds the invitation again", () => {
  const submission = { initialValue: { email: "ada@example.com", role: "editor" } };
  const input = show({ status: "failed", code: "too-many-requests", submission });
  expect(input.value).toBe("ada@example.com");
  expect(document.activeElement).toBe(
    screen.getAllByRole("alert").find(({ textContent }) => textContent?.startsWith("Too many invitations.")),
  );
});

test("a sent invitation leaves an empty form, and what was done has the focus; a failed one leaves the address", async () => {
  const people: Person[] = [];
  let isUp = true;
  const invited = (email: string): Person => ({
    id: `account.${people.length}`,
    email,
    role: "editor",
    invitation: { expiresAt: `2026-12-0${people.length + 1}T00:00:00Z`, isExpired: false, link: null },
    hasSecondFactor: false,
    lastSignInAt: null,
    sessions: 0,
  });
  const Page = () => (
    <People sendsEmail people={useLoaderData<Person[]>()} done="invited" result={undefined} />
  );
  const action = async ({ request }: { request: Request }) => {
    if (!isUp) return Response.json(null, { status: 503 });
    people.push(invited(String((await request.formData()).get("email"))));
    return redirect("/?done=invited", 303);
  };
  const Site = createRemixStub([{ path: "/", Component: Page, loader: () => [...people], action }]);
  render(<Site />);
  const input = () => screen.getByLabelText<HTMLInputElement>("Email");
  await screen.findByLabelText("Email");
  for (const email of ["ada@example.com", "eve@example.com"]) {
    await userEvent.type(input(), email);
    await userEvent.click(screen.getByRole("button", { name: "Send invitation" }));
    await screen.findByRole("rowheader", { name: email });
    expect([input().value, document.activeElement?.textContent]).toEqual(["", PEOPLE_DONE.invited]);
  }
  isUp = false;
  await userEvent.type(input(), "joan@example.com");
  await userEvent.click(screen.getByRole("button", { name: "Send invitation" }));
  expect(input().value).toBe("joan@example.com");
});

test("without email an invitation is not called sent: its link is there to copy", () => {
  const link = "https://site.test/login/invitation?token=1.2";
  const invited: Person = {
    id: "account.1",
    email: "ada@example.com",
    role: "editor",
    invitation: { expiresAt: "2026-12-01T00:00:00Z", isExpired: false, link },
    hasSecondFactor: false,
    lastSignInAt: null,
    sessions: 0,
  };
  const Page = () => <People people={[invited]} sendsEmail={false} done="invited" result={undefined} />;
  const Site = createRemixStub([{ path: "/admin/people", Component: Page }]);
  render(<Site initialEntries={["/admin/people"]} />);
  expect(screen.getByText(NOT_SENT)).toBeDefined();
  expect(screen.queryByText(PEOPLE_DONE.invited)).toBeNull();
  const field = screen.getByLabelText<HTMLInputElement>("Link to copy: the invitation of ada@example.com");
  expect(field.value).toBe(link);
});

test("an invitation is sent again once, however often the button is pressed", async () => {
  const invited: Person = {
    id: "account.1",
    email: "ada@example.com",
    role: "editor",
    invitation: { expiresAt: "2026-12-01T00:00:00Z", isExpired: false, link: null },
    hasSecondFactor: false,
    lastSignInAt: null,
    sessions: 0,
  };
  const action = vi.fn(() => new Promise<null>(() => {}));
  const Page = () => <People sendsEmail people={[invited]} done={null} result={undefined} />;
  const Site = createRemixStub([{ path: "/admin/people", Component: Page, action }]);
  render(<Site initialEntries={["/admin/people"]} />);
  const again = screen.getByRole("button", { name: "Send the invitation of ada@example.com again" });
  await userEvent.click(again);
  await vi.waitFor(() => expect(action).toHaveBeenCalledOnce());
  await userEvent.click(again);
  expect(action).toHaveBeenCalledOnce();
});
