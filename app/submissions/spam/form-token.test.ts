import { describe, expect, test } from "vitest";
import { keyedHash } from "../../platform/secret.server.ts";
import { createFormToken, readFormToken } from "./form-token.server.ts";

const SECRET = "a secret of sixteen or more";
const NOW = new Date("2026-11-21T15:04:05.678Z");
const DAY = 86_400_000;

const after = (ms: number) => new Date(NOW.getTime() + ms);

describe("a form token", () => {
  test("of a page is the same all day, and says only the day", () => {
    const token = createFormToken(SECRET, "page", NOW);
    expect(createFormToken(SECRET, "page", new Date("2026-11-21T00:00:00Z"))).toBe(token);
    expect(readFormToken(SECRET, token)).toEqual({ kind: "page", focusedAt: Date.UTC(2026, 10, 21) });
    expect(createFormToken(SECRET, "page", after(DAY))).not.toBe(token);
  });

  test("of a begun form is like no other", () => {
    expect(createFormToken(SECRET, "begun", NOW)).not.toBe(createFormToken(SECRET, "begun", NOW));
  });

  test("of a form that was begun before tokens were like no other is one", () => {
    const seal = keyedHash(SECRET, "form-token", "begun-mi8x2k3f").subarray(0, 16).toString("base64url");
    expect(readFormToken(SECRET, `begun-mi8x2k3f-${seal}`)).toMatchObject({ kind: "begun" });
  });

  test("of a begun form says the moment", () => {
    expect(readFormToken(SECRET, createFormToken(SECRET, "begun", NOW))).toEqual({
      kind: "begun",
      focusedAt: NOW.getTime(),
    });
  });

  test.each([
    ["nothing", ""],
    ["another site's", createFormToken("another secret", "begun", NOW)],
    ["one that was made older", createFormToken(SECRET, "begun", NOW).replace("begun-", "begun-1")],
    ["a page's that pretends to be a form's", createFormToken(SECRET, "page", NOW).replace("page", "begun")],
    [
      "a seal with letters that are no letters",
      createFormToken(SECRET, "page", NOW).slice(0, -1).concat("é"),
    ],
    ["one that is too long", createFormToken(SECRET, "page", NOW).concat("A")],
  ])("that is %s is none", (_name, token) => expect(readFormToken(SECRET, token)).toBeNull());
});
