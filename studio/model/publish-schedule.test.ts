import { expect, test } from "vitest";
import { localInputValue, scheduleError, scheduleOf } from "./publish-schedule.ts";

const NOW = Date.parse("2026-11-22T12:00:00Z");

test("a schedule is a draft beside its document, one for both versions", () => {
  const schedule = scheduleOf("drafts.post-1", "2026-11-23T09:00:00+01:00");
  expect(schedule).toEqual({
    _id: "drafts.publish-post-1",
    _type: "publishSchedule",
    publishedId: "post-1",
    publishAt: "2026-11-23T08:00:00.000Z",
  });
  expect(scheduleOf("post-1", "2026-11-23T08:00:00Z")).toEqual(schedule);
});

test("a time lies in the future, within a year", () => {
  expect(scheduleError("2026-11-22T12:01:00Z", NOW)).toBeNull();
  expect(scheduleError("", NOW)).toBe("Choose a date and a time.");
  expect(scheduleError("2026-11-22T12:00:00Z", NOW)).toBe("Choose a time in the future.");
  expect(scheduleError("2028-01-01T00:00:00Z", NOW)).toBe("Choose a time within a year.");
});

test("an input shows the time of its place", () => {
  expect(new Date(localInputValue(NOW)).getTime()).toBe(NOW);
});
