import { expect, test } from "vitest";
import { subjectProblem } from "./check-commit-messages.mjs";

test.each([
  "feat: add an optional company field",
  "perf(lake): store document JSON once, drop the id index",
  "refactor(app/forms)!: merge the newsletter's files",
])("accepts %s", (subject) => expect(subjectProblem(subject)).toBeNull());

test.each([
  ["Add a field", "is not"],
  ["feature: add a field", "is not"],
  ["fix:no space", "is not"],
  ["fix(lake): ", "is not"],
  [`docs: ${"x".repeat(67)}`, "has 73 characters"],
])("refuses %s", (subject, problem) => expect(subjectProblem(subject)).toContain(problem));
