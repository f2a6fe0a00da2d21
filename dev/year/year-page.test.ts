import { expect, test } from "vitest";
import { dateOf } from "../../app/model/format.ts";
import { nextDay } from "./year-page.ts";

test.each([
  ["before midnight, when summer time begins", "2027-03-14T04:30:00Z", "2027-03-14"],
  ["after midnight, when it ends", "2027-11-07T04:30:00Z", "2027-11-08"],
  ["on any other day", "2027-06-01T16:00:00Z", "2027-06-02"],
])("a day is one day further, %s", (_, now, next) => {
  expect(dateOf(nextDay(new Date(now)))).toBe(next);
});
