import { expect, test } from "vitest";
import { previewWith } from "../../tests/support/preview.ts";
import type { Role } from "../model/roles.ts";
import { PREVIEW_COOKIE } from "./preview.server.ts";

const HOUR = 60 * 60 * 1000;
const sent = (setCookie: string) => setCookie.split(";", 1)[0] ?? "";

test("a preview lasts eight hours", () => {
  let now = 1_000;
  const preview = previewWith({ now: () => now });
  const cookies = `theme=dark; ${sent(preview.begin())}; a=b`;
  expect(preview.perspectiveOf(cookies)).toEqual(["drafts"]);
  now += 8 * HOUR - 1;
  expect(preview.perspectiveOf(cookies)).toEqual(["drafts"]);
  now += 1;
  expect(preview.perspectiveOf(cookies)).toBeNull();
});

test.each([
  ["rSpring", ["rSpring"]],
  ["rSpring,drafts", ["rSpring", "drafts"]],
  ["published", ["published"]],
  ["raw", ["drafts"]],
  ["raw,drafts", ["drafts"]],
  ["drafts,raw", ["drafts"]],
  ["drafts,raw,published", ["drafts"]],
  ["a,b,c,d,e,f,g", ["drafts"]],
  ["x".repeat(65), ["drafts"]],
  ["a; Domain=example.com", ["drafts"]],
  ["a.b", ["drafts"]],
  ["", ["drafts"]],
])("%j of the Studio is the perspective %j", (asked, perspective) => {
  const preview = previewWith();
  expect(preview.perspectiveOf(sent(preview.begin(asked)))).toEqual(perspective);
});

test("rejects a missing, foreign, forged or expired cookie", () => {
  const preview = previewWith();
  const [, , mac] = sent(preview.begin()).split(".");
  const name = `${PREVIEW_COOKIE}=`;
  for (const cookies of [
    null,
    undefined,
    "",
    sent(previewWith({ secret: "another" }).begin()),
    sent(preview.begin()).replace(name, "other="),
    sent(preview.begin()).replace(name, `x${name}`),
    sent(preview.begin()).slice(0, -1),
    `${sent(preview.begin())}A`,
    sent(preview.begin()).replace(".drafts.", ".rSpring."),
    `${name}${9e14}.drafts.${mac}`,
    `${name}${9e14}.drafts.${"A".repeat(43)}`,
    `${name}1`,
    name.repeat(1_000),
    sent(preview.end()),
  ])
    expect([cookies, preview.perspectiveOf(cookies)]).toEqual([cookies, null]);
});

test("the cookie is for this site alone, and secure over https", () => {
  expect(previewWith({ publicUrl: "https://example.com" }).begin()).toMatch(
    /; HttpOnly; SameSite=Lax; Secure$/,
  );
  expect(previewWith().begin()).toMatch(/; HttpOnly; SameSite=Lax$/);
});

test.each<[Role | null, boolean]>([
  ["admin", true],
  ["editor", true],
  [null, false],
])("a session of %s may see drafts: %s", async (role, expected) => {
  expect(await previewWith({ role }).isAllowed({ headers: new Headers() })).toBe(expected);
});

test("without the session store nobody sees drafts", async () => {
  const stateOf = () => Promise.reject(new Error("away"));
  expect(await previewWith({ visitors: { stateOf } }).isAllowed({ headers: new Headers() })).toBe(false);
});
