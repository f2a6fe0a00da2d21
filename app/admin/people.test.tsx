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
