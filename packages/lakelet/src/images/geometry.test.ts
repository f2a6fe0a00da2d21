import fc from "fast-check";
import { expect, test } from "vitest";
import { MAX_OUTPUT_PIXELS, MAX_OUTPUT_SIDE } from "../model/limits.ts";
import { planGeometry } from "./geometry.ts";
import { FITS, readTransform } from "./parameters.ts";

const SMALL = { width: 400, height: 200 };

function plan(query: string, original = SMALL) {
  const wanted = readTransform(new URLSearchParams(query));
  if (!wanted) throw new Error(`no transformation in ${query}`);
  return planGeometry(original, wanted);
}

test.each([
  ["w=100", 100, 50],
  ["h=100", 200, 100],
  ["w=800", 800, 400],
  ["w=100&h=100", 100, 50],
  ["w=100&h=100&fit=clip", 100, 50],
  ["w=800&h=800&fit=max", 400, 200],
  ["w=800&fit=max", 400, 200],
  ["w=100&h=100&fit=max", 100, 50],
  ["w=100&h=100&fit=scale", 100, 100],
  ["w=100&h=100&fit=crop", 100, 100],
  ["w=800&h=800&fit=crop", 800, 800],
  ["w=800&h=800&fit=min", 200, 200],
  ["w=100&h=100&fit=min", 100, 100],
  ["w=100&dpr=2", 200, 100],
  ["w=50&h=100&or=90", 50, 100],
  ["blur=10", 400, 200],
])("%s on 400 × 200 makes %i × %i", (query, width, height) => {
  const { scaled } = plan(query);
  const turned = query.includes("or=90") ? { width: scaled.height, height: scaled.width } : scaled;
  expect(turned).toEqual({ width, height });
});

test("fill puts the scaled picture into a box, fillmax does not enlarge it", () => {
  expect(plan("w=800&h=800&fit=fill")).toMatchObject({
    scaled: { width: 800, height: 400 },
    canvas: { width: 800, height: 800 },
  });
  expect(plan("w=800&h=800&fit=fillmax")).toMatchObject({
    scaled: SMALL,
    canvas: { width: 800, height: 800 },
  });
});

test.each([
  ["crop=left", 0],
  ["crop=right", 200],
  ["crop=center", 100],
  ["crop=focalpoint&fp-x=0.3", 20],
  ["crop=focalpoint&fp-x=0.99", 200],
])("a square crop by %s begins at %i", (crop, left) => {
  expect(plan(`w=100&h=100&fit=crop&${crop}`).source).toEqual({ left, top: 0, width: 200, height: 200 });
});

test("the whole image is not cut", () => {
  expect(plan("w=100").source).toBeNull();
  expect(plan("rect=0,0,400,200&w=100").source).toBeNull();
});

test("rect is in pixels of the original, and ends at its edge", () => {
  expect(plan("rect=70,20,120,150").source).toEqual({ left: 70, top: 20, width: 120, height: 150 });
  expect(plan("rect=390,190,500,500").source).toEqual({ left: 390, top: 190, width: 10, height: 10 });
  expect(() => plan("rect=400,0,10,10")).toThrow("rect lies outside the image");
});

test("a crop of the flipped and turned picture is found in the original", () => {
  // Rotated clockwise, the original's left edge is at the top and its bottom edge on the left.
  expect(plan("or=90&w=100&h=100&fit=crop&crop=top").source).toMatchObject({ left: 0, width: 200 });
  expect(plan("or=270&w=100&h=100&fit=crop&crop=top").source).toMatchObject({ left: 200, width: 200 });
  expect(plan("or=180&w=100&h=100&fit=crop&crop=left").source).toMatchObject({ left: 200 });
  expect(plan("flip=h&w=100&h=100&fit=crop&crop=left").source).toMatchObject({ left: 200 });
});

test("whatever is asked, the part lies inside the original and the result within the limits", () => {
  const side = fc.integer({ min: 1, max: 20_000 });
  const size = fc.option(fc.integer({ min: 1, max: 100_000 }), { nil: undefined });
  const fraction = fc.double({ min: 0, max: 1, noNaN: true });
  const wanted = fc.record({
    width: size,
    height: size,
    fit: fc.constantFrom(...FITS),
    crop: fc.oneof(fc.constant("entropy" as const), fc.record({ x: fraction, y: fraction })),
    dpr: fc.constantFrom(1, 1.5, 2, 3),
    pad: fc.integer({ min: 0, max: 2000 }),
    flipX: fc.boolean(),
    flipY: fc.boolean(),
    turn: fc.constantFrom(0 as const, 90 as const, 180 as const, 270 as const),
  });
  fc.assert(
    fc.property(side, side, wanted, (width, height, asked) => {
      const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
      const { source, scaled, canvas, pad, byEntropy } = planGeometry(
        { width, height },
        given as typeof asked & { width: number; height: number },
      );
      const part = source ?? { left: 0, top: 0, width, height };
      expect(Math.min(part.left, part.top)).toBeGreaterThanOrEqual(0);
      expect(part.left + part.width).toBeLessThanOrEqual(width);
      expect(part.top + part.height).toBeLessThanOrEqual(height);
      const turned = asked.turn % 180 === 0 ? scaled : { width: scaled.height, height: scaled.width };
      const inner = canvas ?? turned;
      const outer = { width: inner.width + 2 * pad, height: inner.height + 2 * pad };
      // Cropping by entropy scales the whole part to cover the result.
      const cover = byEntropy ? Math.max(scaled.width / part.width, scaled.height / part.height, 0) : 0;
      if (cover > 1)
        expect(part.width * part.height * cover * cover).toBeLessThanOrEqual(MAX_OUTPUT_PIXELS * 1.01);
      for (const made of [scaled, outer]) {
        expect(Math.min(made.width, made.height)).toBeGreaterThanOrEqual(1);
        expect(Math.max(made.width, made.height)).toBeLessThanOrEqual(MAX_OUTPUT_SIDE);
        expect((made.width - 1) * (made.height - 1)).toBeLessThanOrEqual(MAX_OUTPUT_PIXELS);
      }
    }),
    { numRuns: 500 },
  );
});
