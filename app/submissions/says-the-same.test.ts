import { expect, test } from "vitest";
import { saysTheSame } from "./says-the-same.server.ts";

const said = { name: "Ada", files: [{ url: "/a" }], submitted_at: "2026-11-21" };

test.each([
  ["the same", { ...said }, true],
  ["sent at another time", { ...said, submitted_at: "2026-11-22" }, true],
  ["with what the store and the admins add", { ...said, _id: "x", adminStatus: "closed" }, true],
  ["another answer", { ...said, name: "Bob" }, false],
  ["another answer inside", { ...said, files: [{ url: "/b" }] }, false],
  ["an answer less", { name: "Ada" }, false],
])("%s", (_name, stored, same) => {
  expect(saysTheSame(stored, said)).toBe(same);
});
