import { expect, test } from "vitest";
import { createPreview } from "./preview.server.ts";

const HOUR = 60 * 60 * 1000;
const asked = (setCookie: string) =>
  new Request("http://localhost/", { headers: { cookie: setCookie.split(";", 1)[0] ?? "" } });

test("who was let in sees drafts for eight hours", async () => {
  let now = 1_000;
  const preview = createPreview("secret", "http://localhost:3000", () => now);
  const request = asked(await preview.begin());
  expect(await preview.allows(request)).toBe(true);
  now += 8 * HOUR - 1;
  expect(await preview.allows(request)).toBe(true);
  now += 1;
  expect(await preview.allows(request)).toBe(false);
});

test("nobody else does: no cookie, another's signature, a forged one, an ended one", async () => {
  const preview = createPreview("secret", "http://localhost:3000");
  const forged = Buffer.from(JSON.stringify({ until: 9e15 })).toString("base64");
  for (const request of [
    new Request("http://localhost/"),
    asked(await createPreview("another", "http://localhost:3000").begin()),
    asked(`site-preview=${forged}`),
    asked(`site-preview=${forged}.AAAA`),
    asked(await preview.end()),
  ])
    expect(await preview.allows(request)).toBe(false);
});

test("over https the cookie goes along in the frame of a Studio elsewhere, over http it stays on the site", async () => {
  expect(await createPreview("secret", "https://example.com").begin()).toMatch(
    /HttpOnly; Secure; Partitioned; SameSite=None$/,
  );
  expect(await createPreview("secret", "http://localhost:3000").begin()).toMatch(/HttpOnly; SameSite=Lax$/);
});
