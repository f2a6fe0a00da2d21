import fc from "fast-check";
import { expect, test } from "vitest";
import { contrast, darkAccent, lightAccent } from "./colors.ts";

const color = fc
  .integer({ min: 0, max: 0xff_ff_ff })
  .map((value) => `#${value.toString(16).padStart(6, "0")}`);

test("any accent is readable on its ground, in light and dark, and under the button's text", () => {
  fc.assert(
    fc.property(color, (hex) => {
      expect(contrast(lightAccent(hex), "#ffffff")).toBeGreaterThanOrEqual(4.5);
      expect(contrast(darkAccent(hex), "#10191c")).toBeGreaterThanOrEqual(4.5);
      expect(contrast(darkAccent(hex), "#04201f")).toBeGreaterThanOrEqual(4.5);
    }),
  );
});

test("a readable accent stays as it is", () => {
  expect(lightAccent("#0a5a5f")).toBe("#0a5a5f");
  expect(darkAccent("#62d2c7")).toBe("#62d2c7");
});
