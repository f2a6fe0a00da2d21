import { expect, test } from "vitest";
import { statusChange } from "./admin-status.ts";

test("a change of a status says from where to where, by whom and when, under an id that visitors cannot read", () => {
  const change = { subject: "contact.1", from: "new", to: "reviewed", by: "ada@example.com" };
  const { _id, _type, at, ...rest } = statusChange(change);
  expect([_id, _type, rest]).toEqual([
    expect.stringMatching(/^statusChange\.[\w-]{36}$/),
    "statusChange",
    change,
  ]);
  expect(new Date(at).toISOString()).toBe(at);
});
