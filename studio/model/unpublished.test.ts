import { expect, test } from "vitest";
import { serveLake } from "lakelet/testing";
import { scheduleOf } from "./publish-schedule.ts";
import { firstAuthor, UNPUBLISHED } from "./unpublished.ts";
import { opened } from "../../tests/support/opened.ts";

const lake = opened(serveLake);

test("drafts are listed, last edited first, with what is on the site and when they will be", async () => {
  await lake.writer.create({ _id: "post-a", _type: "post", title: "A" });
  await lake.writer.create({ _id: "drafts.post-a", _type: "post", title: "A, edited" });
  await lake.writer.create({ _id: "drafts.post-b", _type: "post", title: "B" });
  await lake.writer.create({ _id: "drafts.other", _type: "other" });
  await lake.writer.create(scheduleOf("post-b", "2030-01-01T09:00Z"));
  expect(await lake.writer.fetch(UNPUBLISHED, { types: ["post"] }, { perspective: "raw" })).toEqual([
    {
      id: "post-b",
      draftId: "drafts.post-b",
      type: "post",
      at: expect.any(String),
      isNew: true,
      publishAt: "2030-01-01T09:00:00.000Z",
      problem: null,
    },
    {
      id: "post-a",
      draftId: "drafts.post-a",
      type: "post",
      at: expect.any(String),
      isNew: false,
      publishAt: null,
      problem: null,
    },
  ]);
});

test("the author is that of the first line of the history", () => {
  expect(firstAuthor('{"id":"1","author":"ada"}\n{"id":"2","author":"eve"}\n')).toBe("ada");
  expect(firstAuthor("")).toBeUndefined();
  expect(firstAuthor(undefined)).toBeUndefined();
});
