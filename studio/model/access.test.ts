import { expect, test } from "vitest";
import { isDeveloper, seesSubmissions } from "./access.ts";

const person = (...roles: string[]) => ({ roles: roles.map((name) => ({ name })) });

test("an editor sees neither submissions nor Vision, an administrator both, a developer Vision", () => {
  expect([seesSubmissions(person("editor")), isDeveloper(person("editor"))]).toEqual([false, false]);
  expect([seesSubmissions(person("editor", "administrator")), isDeveloper(person("administrator"))]).toEqual([
    true,
    true,
  ]);
  expect([seesSubmissions(person("developer")), isDeveloper(person("developer"))]).toEqual([false, true]);
});

test("nobody sees nothing", () => {
  expect([seesSubmissions(null), isDeveloper(undefined)]).toEqual([false, false]);
});
