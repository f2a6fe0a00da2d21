import { expect, test } from "vitest";
import { thankYouPath } from "../model/thanks.ts";
import { createSentCookies } from "./sent-cookie.server.ts";

const SITE = { secret: "a secret of sixteen or more", publicUrl: "https://site.test" };
const cookies = createSentCookies(SITE);
const REFERENCE = "7KQ2-M9XD";
const TOKEN = "tk".repeat(21);

/** Returns the cookie as a browser sends it back. */
const kept = async (...sent: Parameters<typeof cookies.keep>) =>
  (await cookies.keep(...sent)).split(";")[0] ?? "";

test("the address names the reference number alone, the cookie is for the server", async () => {
  expect(thankYouPath(REFERENCE)).toBe("/thank-you?ref=7KQ2-M9XD");
  const header = await cookies.keep("order", REFERENCE, TOKEN);
  for (const part of ["HttpOnly", "Secure", "SameSite=Lax", "Path=/", "Max-Age=3600"])
    expect(header).toContain(part);
});

test("each form has its own, so that one does not take the place of another", async () => {
  const both = [await kept("order", REFERENCE, TOKEN), await kept("message", "A1YP-DRYQ")].join("; ");
  expect(await cookies.read(both, REFERENCE)).toEqual({ kind: "order", reference: REFERENCE, token: TOKEN });
  expect(await cookies.read(both, "A1YP-DRYQ")).toEqual({
    kind: "message",
    reference: "A1YP-DRYQ",
    token: "",
  });
});

test("nobody is thanked for another number, without a cookie, or with one that this site did not sign", async () => {
  const cookie = await kept("questionnaire", REFERENCE);
  const others = createSentCookies({ ...SITE, secret: "another secret of sixteen" });
  expect([
    await cookies.read(cookie, "7KQ2-M9XE"),
    await cookies.read(cookie, null),
    await cookies.read(null, REFERENCE),
    await cookies.read("sent-questionnaire=eA%3D%3D.x", REFERENCE),
    await cookies.read(cookie.replace("sent-questionnaire", "sent-order"), REFERENCE),
    await others.read(cookie, REFERENCE),
  ]).toEqual([null, null, null, null, null, null]);
});
