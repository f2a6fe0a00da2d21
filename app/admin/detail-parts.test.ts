import { expect, test } from "vitest";
import { replyAddress } from "./detail-parts.tsx";

test.each([
  ["Email", "ada+site@example.com", "mailto:ada+site@example.com"],
  ["Email", "sean.o'brien@example.com", "mailto:sean.o'brien@example.com"],
  ["Email", "r&d@example.com", "mailto:r%26d@example.com"],
  ["Email", "a?bcc=eve@example.com", "mailto:a%3Fbcc=eve@example.com"],
  ["Email", "ada@example.com?bcc=eve@example.com", null],
  ["Email", "ada@example.com,eve@example.com", null],
  ["Email", "", null],
  ["Phone", "(212) 555-0142", "tel:2125550142"],
  ["Phone", "+44 20 7946 0000", "tel:+442079460000"],
  ["Telephone", "(212) 555-0142", "tel:2125550142"],
  ["Phone", "call me", null],
  ["Name", "ada@example.com", null],
])("%s %j leads to %j", (label, value, href) => {
  expect(replyAddress(label, value)).toBe(href);
});
