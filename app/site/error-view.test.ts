import { expect, test } from "vitest";
import { errorView, NO_CONTENT } from "./error-page.tsx";

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

test("an empty dataset is told with what to do", () => {
  expect(errorView({ ...answer(503), data: NO_CONTENT }).text).toContain("npm run content:import -- seed");
});

test("what went wrong inside is never shown", () => {
  for (const error of [new Error("secret"), "secret", answer(500), null])
    expect(JSON.stringify(errorView(error))).not.toContain("secret");
  expect(errorView(new Error("secret")).status).toBe(500);
});
