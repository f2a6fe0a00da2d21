import { expect, test } from "vitest";
import { readReference, referenceNumber, submissionId } from "./submission-id.server.ts";

const NOON = new Date("2026-11-21T12:00:00Z");
const LATER = new Date("2026-11-21T23:59:59Z");
const NEXT_DAY = new Date("2026-11-22T00:00:00Z");
const UUID = "6F9619FF-8B86-4D01-B42D-00CF4FC964FF";

test("a posted UUID is the id, in lower case", () => {
  expect(submissionId(UUID, "secret", ["a"], NOON)).toBe(UUID.toLowerCase());
});

test.each([
  "1",
  "../siteSettings",
  `${UUID}x`,
  UUID.replaceAll("-", ""),
  "00000000-0000-0000-0000-000000000000",
])("%s is no submission id", (posted) => {
  expect(() => submissionId(posted, "secret", ["a"], NOON)).toThrow("UUID");
});

test("without one, the same content on the same day is the same submission", () => {
  const first = submissionId("", "secret", ["Ada", "hello"], NOON);
  expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(submissionId("", "secret", ["Ada", "hello"], LATER)).toBe(first);
  expect(submissionId("", "secret", ["Ada", "hello"], NEXT_DAY)).not.toBe(first);
  expect(submissionId("", "secret", ["Adahello", ""], NOON)).not.toBe(first);
  expect(submissionId("", "other", ["Ada", "hello"], NOON)).not.toBe(first);
});

test("a reference number is short, stable and not the id", () => {
  const reference = referenceNumber("secret", `contact.${UUID}`);
  expect(reference).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
  expect(referenceNumber("secret", `contact.${UUID}`)).toBe(reference);
  expect(referenceNumber("other", `contact.${UUID}`)).not.toBe(reference);
});

test.each([
  ["7KQ2-M9XD", "7KQ2-M9XD"],
  [" 7kq2m9xd ", "7KQ2-M9XD"],
  ["7kq2 m9xd", "7KQ2-M9XD"],
  ["7kqo-lixd", "7KQ0-11XD"],
  ["7KQ2-M9X", null],
  ["7KQ2--M9XD", null],
  ["7KQU-M9XD", null],
  ["ada@example.com", null],
  ["", null],
])("%j spells the reference number %j", (text, reference) => expect(readReference(text)).toBe(reference));
