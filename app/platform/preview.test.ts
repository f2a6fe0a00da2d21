import { expect, test } from "vitest";
import { createPreview, PREVIEW_COOKIE } from "./preview.server.ts";

const HOUR = 60 * 60 * 1000;
const origin = "http://localhost:3000";
const sent = (setCookie: string) => setCookie.split(";", 1)[0] ?? "";

test("a preview lasts eight hours", () => {
  let now = 1_000;
  const preview = createPreview("secret", origin, () => now);
  const cookies = `theme=dark; ${sent(preview.begin())}; a=b`;
  expect(preview.allows(cookies)).toBe(true);
  now += 8 * HOUR - 1;
  expect(preview.allows(cookies)).toBe(true);
  now += 1;
  expect(preview.allows(cookies)).toBe(false);
});

test("rejects a missing, foreign, forged or expired cookie", () => {
  const preview = createPreview("secret", origin);
  const [, mac] = sent(preview.begin()).split(".");
  const name = `${PREVIEW_COOKIE}=`;
  for (const cookies of [
    null,
    undefined,
    "",
    sent(createPreview("another", origin).begin()),
    sent(preview.begin()).replace(name, "other="),
    sent(preview.begin()).replace(name, `x${name}`),
    sent(preview.begin()).slice(0, -1),
    `${sent(preview.begin())}A`,
    `${name}${9e14}.${mac}`,
    `${name}${9e14}.${"A".repeat(43)}`,
    `${name}1`,
    name.repeat(1_000),
    sent(preview.end()),
  ])
    expect([cookies, preview.allows(cookies)]).toEqual([cookies, false]);
});

test("allows frames of other origins over https only", () => {
  expect(createPreview("secret", "https://example.com").begin()).toMatch(
    /; HttpOnly; Secure; Partitioned; SameSite=None$/,
  );
  expect(createPreview("secret", origin).begin()).toMatch(/; HttpOnly; SameSite=Lax$/);
});
