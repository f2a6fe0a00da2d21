import { expect, test } from "vitest";
import { submissionLine } from "./submission-line.ts";

const email = "ada@example.com";

test("name, then status, email and day; a submission without a status is new", () => {
  const message = { name: " Ada Lovelace ", email, date: "2026-11-21T23:30:00.000Z" };
  expect(submissionLine(message, true)).toEqual({
    title: "Ada Lovelace",
    subtitle: "New · ada@example.com · Nov 21, 2026",
  });
  expect(submissionLine({ ...message, adminStatus: "closed" }, true).subtitle).toMatch(/^Closed · ada/);
});

test("what is missing leaves no gap", () => {
  expect(submissionLine({ name: "", email, date: "2026-11-21T00:00:00Z" }, false)).toEqual({
    title: "ada@example.com",
    subtitle: "Nov 20, 2026",
  });
  expect(submissionLine({ name: "Ada", date: "soon" }, false)).toEqual({ title: "Ada", subtitle: "" });
  expect(submissionLine({ name: null, email: null }, false)).toEqual({
    title: "Without a name",
    subtitle: "",
  });
});

test("a contract says how it stands with money; a suspected submission says so, until it has paid", () => {
  const contract = {
    first: "Ada",
    last: "Byron",
    adminStatus: "reviewed",
    paymentState: "overdue",
    suspected: "no-mark",
  };
  expect(submissionLine(contract, true)).toEqual({
    title: "Ada Byron",
    subtitle: "Reviewed · Overdue · Suspected",
  });
  expect(submissionLine({ ...contract, status: "completed" }, true).subtitle).toBe("Reviewed · Overdue");
  expect(submissionLine({ ...contract, paymentState: "unheard" }, true).subtitle).toBe(
    "Reviewed · Suspected",
  );
});
