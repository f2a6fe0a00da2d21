import { expect, test } from "vitest";
import { statusChange } from "./status-change.ts";

const now = { by: "ada@example.com", at: new Date("2026-11-21T10:00:00Z"), uuid: "1-2-3" };

test("notes from where to where, by whom and when, under an id that visitors cannot read", () => {
  expect(statusChange({ _id: "contact.1" }, "reviewed", now)).toEqual({
    _id: "statusChange.1-2-3",
    _type: "statusChange",
    subject: "contact.1",
    from: "new",
    to: "reviewed",
    by: "ada@example.com",
    at: "2026-11-21T10:00:00.000Z",
  });
});

test("notes nothing when nothing changes", () => {
  expect(statusChange({ _id: "contact.1", adminStatus: "closed" }, "closed", now)).toBeNull();
});
