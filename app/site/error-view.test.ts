import { expect, test } from "vitest";
import { errorView } from "./error-page.tsx";

const answer = (status: number) => ({ status, statusText: "", internal: false, data: "secret" });

test.each([
  [404, "We can’t find that page"],
  [410, "We can’t find that page"],
  [403, "This page is not for you"],
  [429, "That was a little too often"],
  [503, "The site is unavailable right now"],
  [400, "That request didn’t work"],
  [500, "Something went wrong on our side"],
])("an answer of %i is told in words", (status, title) => {
  expect(errorView(answer(status))).toMatchObject({ status, title });
});

test("what went wrong inside is never shown", () => {
  for (const error of [new Error("secret"), "secret", answer(500), null])
    expect(JSON.stringify(errorView(error))).not.toContain("secret");
  expect(errorView(new Error("secret")).status).toBe(500);
});
