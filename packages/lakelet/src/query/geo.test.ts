import * as fc from "fast-check";
import { expect, test } from "vitest";
import { contains, distance, geometryOf, intersects } from "./geo.ts";

const degrees = fc.oneof(fc.integer({ min: -6, max: 6 }), fc.double({ min: -180, max: 180, noNaN: true }));
const position = fc.tuple(degrees, degrees);
const nested = fc.letrec<{ list: unknown }>((tie) => ({
  list: fc.oneof(
    { maxDepth: 6 },
    position,
    fc.array(tie("list"), { maxLength: 5 }),
    fc.constantFrom(1, null, "x", {}),
  ),
})).list;
const corner = fc.integer({ min: -2, max: 2 });
const ring = fc.tuple(corner, corner, fc.integer({ min: 1, max: 4 })).map(([x, y, size]) => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y + size],
  [x, y],
]);
const valid = fc.oneof(
  fc.record({ lat: corner, lng: corner }),
  fc.tuple(corner, corner).map((coordinates) => ({ type: "Point", coordinates })),
  fc
    .array(fc.tuple(corner, corner), { minLength: 2, maxLength: 4 })
    .map((coordinates) => ({ type: "LineString", coordinates })),
  ring.map((one) => ({ type: "Polygon", coordinates: [one] })),
  fc.array(ring, { minLength: 1, maxLength: 2 }).map((rings) => ({
    type: "MultiPolygon",
    coordinates: rings.map((one) => [one]),
  })),
);
const TYPES = [
  "Point",
  "MultiPoint",
  "LineString",
  "MultiLineString",
  "Polygon",
  "MultiPolygon",
  "Feature",
  1,
];
const anything = fc.letrec<{ any: unknown }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    valid,
    fc.record({ type: fc.constantFrom(...TYPES), coordinates: nested }),
    fc.record({
      type: fc.constant("GeometryCollection"),
      geometries: fc.array(tie("any"), { maxLength: 3 }),
    }),
    fc.jsonValue(),
  ),
})).any;

test("any value is a geometry or null, and geometries compare", () => {
  const cases = fc.property(anything, anything, (first, second) => {
    for (const value of [first, second]) {
      const geometry = geometryOf(value);
      if (geometry) expect(geometryOf(structuredClone(geometry))).toEqual(geometry);
    }
    const known = geometryOf(first) !== null && geometryOf(second) !== null;
    for (const compare of [contains, intersects]) expect(compare(first, second) === null).toBe(!known);
    expect(intersects(first, second)).toBe(intersects(second, first));
    // Apart by rounding.
    const [there, back] = [distance(first, second), distance(second, first)];
    expect(back === null).toBe(there === null);
    expect(Math.abs(Number(there) - Number(back))).toBeLessThan(0.001);
  });
  fc.assert(cases, { numRuns: 500 });
});

test("what contains something intersects it", () => {
  let contained = 0;
  const cases = fc.property(valid, valid, (outer, inner) => {
    if (!contains(outer, inner)) return;
    contained += 1;
    expect(intersects(outer, inner)).toBe(true);
  });
  fc.assert(cases, { numRuns: 500 });
  expect(contained).toBeGreaterThan(0);
});

const point = { type: "Point", coordinates: [1, 1] };
const collection = (geometries: unknown[]): unknown => ({ type: "GeometryCollection", geometries });

test("a geometry has a bounded number of positions and parts, and coordinates of a bounded depth", () => {
  expect(geometryOf(collection(Array.from({ length: 1000 }, () => point)))).not.toBeNull();
  expect(() => geometryOf(collection(Array.from({ length: 1001 }, () => point)))).toThrow("1000 parts");
  const half = { type: "MultiPoint", coordinates: Array.from({ length: 6000 }, () => [1, 1]) };
  expect(geometryOf(collection([half]))).not.toBeNull();
  expect(() => geometryOf(collection([half, structuredClone(half)]))).toThrow("10000 positions");
  let deep: unknown = [1, 1];
  for (let depth = 0; depth < 100_000; depth += 1) deep = [deep];
  for (const type of TYPES) expect(geometryOf({ type, coordinates: deep })).toBeNull();
  let nestedCollection: unknown = point;
  for (let depth = 0; depth < 100_000; depth += 1) nestedCollection = collection([nestedCollection]);
  expect(geometryOf(nestedCollection)).toBeNull();
});
