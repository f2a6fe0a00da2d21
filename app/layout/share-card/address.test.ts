import { expect, test } from "vitest";
import { pageOfShareCard, shareCardPath } from "./address.ts";

test.each(["/", "/about", "/blog/the-monday-question"])("the picture of %s leads back to it", (path) => {
  const address = shareCardPath(path);
  expect(address).toMatch(/^\/share\/.+\.png$/);
  expect(pageOfShareCard(address.slice("/share/".length))).toBe(path);
});

test("what is no picture belongs to no page", () => {
  expect([pageOfShareCard("about"), pageOfShareCard("about.jpg")]).toEqual([null, null]);
});
