import { expect, test } from "vitest";
import { referenceNumber } from "../../submissions/reference.server.ts";
import { submissionReference } from "./reference.ts";

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
