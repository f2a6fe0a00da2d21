import { describe, expect, test } from "vitest";
import { emailAddress, isEmailAddress } from "./email-address.ts";

describe("isEmailAddress", () => {
  test.each([
    "a@b.com",
    "ada@example.com",
    "ADA.LOVELACE+work@Example.CO.UK",
    "sean.o'brien@example.com",
    "r&d@example.com",
    "!#$%&'*+/=?^_`{|}~-@example.com",
    "ada..lovelace@example.com",
    "1@1.example.com",
    "info@xn--e1afmkfd.xn--p1ai",
    "info@example.xn--fiqs8s",
    "info@пример.рф",
    "info@bücher.example",
    "  ada@example.com\n",
    "\u200Bada@example.com\uFEFF",
    "\u202Aada@exam\u00ADple.com\u202C",
    `${"x".repeat(188)}@example.com`,
  ])("%j is taken", (email) => expect(isEmailAddress(email)).toBe(true));

  test.each([
    "",
    "ada",
    "@example.com",
    "ada@",
    "ada@example",
    "ada@example.c",
    "ada@example.c0m",
    "ada@10.0.0.1",
    "a@b..com",
    "a@.com",
    "a@b.com.",
    ".a@b.com",
    "a.@b.com",
    ".@b.com",
    "a@-b.com",
    "a@b-.com",
    "a@b.xn--",
    "a@b.xn--a-",
    `a@${"b".repeat(64)}.com`,
    "ada lovelace@example.com",
    "ada@example.com, bob@example.com",
    "Ada <ada@example.com>",
    "ada@example@example.com",
    "адa@пример.рф",
    "info@пример.рф/path",
    "info@при\u0000мер",
    '"ada"@example.com',
    "ada@[127.0.0.1]",
    `${"x".repeat(189)}@example.com`,
  ])("%j is not", (email) => expect(isEmailAddress(email)).toBe(false));

  test("a long hostile text is answered at once", () => {
    for (const text of [`${".".repeat(1e5)}@`, `a@${"a-".repeat(1e5)}`, `a@${"я.".repeat(1e5)}`])
      expect(isEmailAddress(text)).toBe(false);
  });
});

test.each([
  ["  ada@example.com ", "ada@example.com"],
  ["\u202Aada@example.com\u202C", "ada@example.com"],
  ["info@пример.рф", "info@xn--e1afmkfd.xn--p1ai"],
  ["Info@BÜCHER.example", "Info@xn--bcher-kva.example"],
  ["Ada@Example.com", "Ada@Example.com"],
  ["info@пример.рф:80", "info@пример.рф:80"],
])("%j is stored as %j", (typed, stored) => expect(emailAddress(typed)).toBe(stored));
