import { serveLake } from "lakelet/testing";
import { expect, test } from "vitest";
import { opened } from "../../tests/support/opened.ts";
import { firstAuthor, UNPUBLISHED } from "./unpublished.ts";

const lake = opened(serveLake);

test("drafts and documents of releases are listed, last edited first, with what is on the site and when they will be", async () => {
  const { writer } = lake;
  await writer.create({ _id: "post-a", _type: "post", title: "A" });
  await writer.create({ _id: "drafts.post-a", _type: "post", title: "A, edited" });
  await writer.releases.create({ releaseId: "rSpring", metadata: { title: "Spring", releaseType: "asap" } });
  await writer.create({ _id: "versions.rSpring.post-a", _type: "post", title: "A, in spring" });
  await writer.create({ _id: "drafts.other", _type: "other" });
  const publishAt = "2999-01-01T09:00:00.000Z";
  await writer.releases.create({
    releaseId: "rLater",
    metadata: { title: "Later", releaseType: "scheduled" },
  });
  await writer.create({ _id: "versions.rLater.post-b", _type: "post", title: "B" });
  await writer.releases.schedule({ releaseId: "rLater", publishAt });
  const rows = await writer.fetch(UNPUBLISHED, { types: ["post"] }, { perspective: "raw" });
  const of = { type: "post", at: expect.any(String) };
  expect(rows).toEqual([
    {
      ...of,
      id: "post-b",
      versionId: "versions.rLater.post-b",
      isNew: true,
      perspective: "rLater",
      release: { title: "Later", publishAt, problem: null },
    },
    {
      ...of,
      id: "post-a",
      versionId: "versions.rSpring.post-a",
      isNew: false,
      perspective: "rSpring",
      release: { title: "Spring", publishAt: null, problem: null },
    },
    { ...of, id: "post-a", versionId: "drafts.post-a", isNew: false, perspective: "drafts", release: null },
  ]);
});

test("the author is that of the first line of the history", () => {
  expect(firstAuthor('{"id":"1","author":"ada"}\n{"id":"2","author":"eve"}\n')).toBe("ada");
  expect(firstAuthor("")).toBeUndefined();
  expect(firstAuthor(undefined)).toBeUndefined();
});
