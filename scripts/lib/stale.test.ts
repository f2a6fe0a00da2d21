import { expect, test } from "vitest";
import { importedBy } from "./stale.mjs";

test("the Studio is stale when a text changes that it has a field of", () => {
  const files = importedBy("studio");
  expect(files).toEqual(expect.arrayContaining(["app/text-groups.ts", "app/auth/texts.ts"]));
  expect(files.filter((file) => file.includes("test") || file.startsWith("studio/"))).toEqual([]);
});
