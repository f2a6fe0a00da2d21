import { expect, test } from "vitest";
import { submissionLine } from "./submission-line.ts";

test("name, then e-mail and day", () => {
  expect(submissionLine(" Ada Lovelace ", "ada@example.com", "2026-11-21T23:30:00.000Z")).toEqual({
    title: "Ada Lovelace",
    subtitle: "ada@example.com · Nov 21, 2026",
  });
});

test("what is missing leaves no gap", () => {
  expect(submissionLine("", "ada@example.com", "2026-11-21T00:00:00Z")).toEqual({
    title: "ada@example.com",
    subtitle: "Nov 20, 2026",
  });
  expect(submissionLine("Ada", undefined, "soon")).toEqual({ title: "Ada", subtitle: "" });
  expect(submissionLine(null, null, null)).toEqual({ title: "Without a name", subtitle: "" });
});
