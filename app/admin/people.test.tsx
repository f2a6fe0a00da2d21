import { createRemixStub } from "@remix-run/testing";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { PeopleResult } from "../auth/people.ts";
import { People } from "./people.tsx";

afterEach(cleanup);

function show(result: PeopleResult) {
  const Site = createRemixStub([
    { path: "/", Component: () => <People people={[]} done={null} result={result} /> },
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
