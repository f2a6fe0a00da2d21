import { describe, expect, test } from "vitest";
import {
  newsletterSchema,
  readUnsubscribeToken,
  subscriberId,
  subscriberKey,
  unsubscribeHeaders,
  unsubscribeUrl,
} from "./subscriber.server.ts";

// What an address is: app/model/email-address.test.ts.
test("the address is trimmed, and there is one message for what is none", () => {
  expect(newsletterSchema.parse({ email: "  ada@example.com " })).toEqual({ email: "ada@example.com" });
  for (const email of ["", "   ", "ada", `${"x".repeat(200)}@example.com`, undefined]) {
    const parsed = newsletterSchema.safeParse({ email });
    expect(parsed.error?.issues.map((issue) => issue.message)).toEqual([
      "Please enter a valid email address",
    ]);
  }
});

describe("the document's id", () => {
  const key = subscriberKey("secret", "Ada@Example.com");

  test("is the same for the same address in any case, and another with another secret", () => {
    expect(subscriberKey("secret", "ada@example.COM")).toBe(key);
    expect(subscriberKey("secret", "eve@example.com")).not.toBe(key);
    expect(subscriberKey("other", "ada@example.com")).not.toBe(key);
  });

  test("has a dot and does not show the address", () => {
    expect(subscriberId(key)).toMatch(/^subscriber\.[0-9a-f]{64}$/);
  });
});

describe("the unsubscribe link", () => {
  const key = subscriberKey("secret", "ada@example.com");
  const url = unsubscribeUrl("secret", "https://example.com", key);
  const token = new URL(url).searchParams.get("token") ?? "";

  test("carries the key, signed", () => {
    expect(url).toMatch(/^https:\/\/example\.com\/unsubscribe\?token=[0-9a-f]{64}\.[\w-]{43}$/);
    expect(readUnsubscribeToken("secret", token)).toBe(key);
  });

  test("is no good with another secret, another key, a part missing or something added", () => {
    const otherKey = subscriberKey("secret", "eve@example.com");
    expect(readUnsubscribeToken("other", token)).toBeUndefined();
    for (const bad of [
      token.replace(key, otherKey),
      key,
      `${key}.`,
      token.slice(0, -1),
      `${token}A`,
      "",
      ".",
    ]) {
      expect(readUnsubscribeToken("secret", bad)).toBeUndefined();
    }
  });

  test("is offered to mail programs as RFC 8058 has it", () => {
    expect(unsubscribeHeaders(url)).toEqual({
      "List-Unsubscribe": `<${url}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    });
  });
});
