import { createRemixStub } from "@remix-run/testing";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { referenceNumber } from "../../submissions/submission-id.server.ts";
import { ThankYou, submissionReference } from "./thank-you.tsx";

afterEach(cleanup);

function open(reference: string | null) {
  const Page = createRemixStub([{ path: "/", Component: () => <ThankYou reference={reference} /> }]);
  render(<Page />);
  return screen.findByRole("heading", { level: 1 });
}

test("after a submission the focus starts at the heading", async () => {
  const heading = await open("Q-1234");
  expect(document.activeElement).toBe(heading);
});

test("a focus that somebody has placed meanwhile stays", async () => {
  render(<input aria-label="Elsewhere" />);
  screen.getByLabelText("Elsewhere").focus();
  await open("Q-1234");
  expect(document.activeElement).toBe(screen.getByLabelText("Elsewhere"));
});

test("opened without a submission it is a page like others", async () => {
  await open(null);
  expect(document.activeElement).toBe(document.body);
});

test("every reference number that is given out is shown", () => {
  for (let index = 0; index < 200; index++) {
    const reference = referenceNumber("a secret of sixteen or more", `contact.${index}`);
    expect(submissionReference(reference)).toBe(reference);
  }
});

test("lower case and spaces around it are forgiven", () => {
  expect(submissionReference(" 7kq2-m9xd ")).toBe("7KQ2-M9XD");
});

test.each([null, "", "7KQ2M9XD", "CALL-ME-NOW", "ILOU-0000", "7KQ2-M9XD<b>", "7KQ2-M9XD\n7KQ2-M9XD"])(
  "%j is not shown",
  (value) => expect(submissionReference(value)).toBeNull(),
);
