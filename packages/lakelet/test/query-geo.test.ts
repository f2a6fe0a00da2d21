import { beforeAll, describe, expect, test } from "vitest";
import { opened } from "./opened.ts";
import { startLake } from "./start-lake.ts";

/* `geo()` and `geo::` functions. Cases follow test/function/geo of the public GROQ test suite (sanity-io/groq-test-suite). */

const OSLO = { lat: 59.913889, lng: 10.752222 };
const STOCKHOLM = { lat: 59.329444, lng: 18.068611 };
const square = (from: number, to: number): number[][] => [
  [from, from],
  [to, from],
  [to, to],
  [from, to],
  [from, from],
];
const polygon = (...rings: number[][][]): object => ({ type: "Polygon", coordinates: rings });

const PLACES = [
  { _id: "berlin", location: { lat: 52.5170365, lng: 13.3888599 } },
  { _id: "new_york", location: { lat: 40.6971, lng: -73.9796 } },
  { _id: "not_a_place" },
  { _id: "oslo", location: { _type: "geopoint", ...OSLO, alt: 23 } },
  { _id: "stockholm", location: STOCKHOLM },
  { _id: "tokyo", location: { lat: 28.345, lon: 145.03 } },
].map((place) => ({ ...place, _type: "place" }));

const started = opened(() => startLake());
beforeAll(async () => {
  await started.writer.mutate([
    ...PLACES.map((document) => ({ create: document as never })),
    { create: { _id: "area", _type: "area", border: polygon(square(-10, 10)) } as never },
  ]);
});

const ask = (query: string, params: Record<string, unknown> = {}): Promise<unknown> =>
  started.writer.fetch(query, params);

describe("geo()", () => {
  const ring = square(100, 101).map(([lng = 0, lat = 0]) => [lng, lat - 100]);
  test.each([
    { type: "Point", coordinates: [10.752222, 59.913889] },
    { type: "MultiPoint", coordinates: [ring[0], ring[1]] },
    { type: "LineString", coordinates: [ring[0], ring[1]] },
    { type: "MultiLineString", coordinates: [[ring[0], ring[1]]] },
    { type: "Polygon", coordinates: [ring] },
    { type: "MultiPolygon", coordinates: [[ring]] },
    { type: "GeometryCollection", geometries: [{ type: "Point", coordinates: [1, 2] }] },
  ])("takes a $type", async (geometry) => {
    expect(await ask("geo($geometry)", { geometry: { ...geometry, extra: true } })).toEqual(geometry);
    expect(await ask(`{"a": geo(${JSON.stringify(geometry)})}.a`)).toEqual(geometry);
    expect(await ask("geo(geo($geometry))", { geometry })).toEqual(geometry);
  });

  test("takes a geopoint", async () => {
    const point = { type: "Point", coordinates: [OSLO.lng, OSLO.lat] };
    expect(await ask("*[_id == 'oslo'][0]{'at': geo(location)}.at")).toEqual(point);
    expect(await ask('geo({"lat": 59.913889, "lon": 10.752222})')).toEqual(point);
    expect(await ask("geo::latLng(59.913889, 10.752222)")).toEqual(point);
    expect(await ask("global::geo ($oslo)", { oslo: OSLO })).toEqual(point);
    expect(await ask("[geo::latLng(null, 3.14), geo::latLng(3.14, null)]")).toEqual([null, null]);
  });

  test("is null for anything else", async () => {
    const invalid = [
      ["bob", 42, true, null, [], {}],
      [{ lat: 59.9 }, { lng: 59.9 }, { lat: 59.9, lng: 10.7, lon: 10.7 }, { lat: 59.9, lng: "10.7" }],
      [
        { lat: 90.1, lng: 0 },
        { lat: 0, lng: 180.1 },
      ],
      [
        { type: "Point", coordinates: [100] },
        { type: "LineString", coordinates: [10, 10] },
      ],
      [
        { type: "Polygon", coordinates: [100] },
        { type: "MultiPolygon", coordinates: [[[]]] },
      ],
      [
        polygon([
          [0, 0],
          [0, 0],
        ]),
        polygon([
          [0, 0],
          [1, 0],
        ]),
      ],
      // Crosses itself; visits a place twice.
      [
        polygon([
          [0, 0],
          [1, 1],
          [1, 0],
          [0, 1],
          [0, 0],
        ]),
      ],
      [
        polygon([
          [0, 0],
          [2, 0],
          [2, 0],
          [2, 2],
          [0, 0],
        ]),
      ],
      [{ type: "FeatureCollection", features: [] }],
    ].flat();
    for (const value of invalid) expect([value, await ask("geo($value)", { value })]).toEqual([value, null]);
    expect(await ask("geo(*[_id == 'area'][0])")).toBeNull();
  });

  test("stands in texts and comments as they are", async () => {
    expect(await ask(`// geo(x)\n["geo(1)", 'it\\'s geo(', {"geo": 1}.geo]`)).toEqual([
      "geo(1)",
      "it's geo(",
      1,
    ]);
  });

  test.each([
    'geo({"type": "InvalidType"})',
    'geo({"type": "Feature", "geometry": null})',
    "geo()",
    "geo(1, 2)",
    "geo::distance(1)",
    "geo::latLng(1)",
    "geo::unknown(1)",
  ])("%s is a 400", async (query) => {
    await expect(ask(query)).rejects.toMatchObject({ statusCode: 400, details: { type: "queryParseError" } });
  });

  test("tells the place of a syntax error in the query as it was written", async () => {
    const query = 'geo({"lat": 1, "lng": 2}) + geo(1';
    await expect(ask(query)).rejects.toMatchObject({ details: { query, start: query.length } });
  });

  test("refuses geometries of too many positions", async () => {
    const coordinates = Array.from({ length: 10_001 }, () => [0, 0]);
    await expect(
      started.writer.fetch("geo($line)", { line: { type: "LineString", coordinates } }),
    ).rejects.toMatchObject({ statusCode: 400 });
  });
});

describe("geo::distance()", () => {
  test("is in metres", async () => {
    const params = { oslo: OSLO, stockholm: STOCKHOLM };
    expect(await ask("geo::distance($oslo, $stockholm)", params)).toBeCloseTo(416_760.773_882_251_5, 5);
    expect(await ask("geo::distance(geo($stockholm), geo($oslo))", params)).toBeCloseTo(
      416_760.773_882_251_5,
      5,
    );
    expect(await ask("geo::distance($oslo, $oslo)", params)).toBe(0);
  });

  test("is null without two points", async () => {
    const query = "[geo::distance($oslo, $area), geo::distance(42, $oslo), geo::distance($oslo, nothing)]";
    expect(await ask(query, { oslo: OSLO, area: polygon(square(0, 1)) })).toEqual([null, null, null]);
  });

  test("filters and orders documents", async () => {
    const near = `*[_type == "place" && geo::distance(location, $oslo) < 900000]._id`;
    expect(await ask(near, { oslo: OSLO })).toEqual(["berlin", "oslo", "stockholm"]);
    const order = (by: string): string =>
      `*[_type == "place"] | order(geo::distance(location, $oslo)${by})._id`;
    const byDistance = ["oslo", "stockholm", "berlin", "new_york", "tokyo", "not_a_place"];
    expect(await ask(order(""), { oslo: OSLO })).toEqual(byDistance);
    expect(await ask(order(" desc"), { oslo: OSLO })).toEqual(byDistance.toReversed());
    expect(await ask(`${order("").replace("._id", "[0...2]._id")}`, { oslo: OSLO })).toEqual([
      "oslo",
      "stockholm",
    ]);
    const joined = `*[_id == "oslo"][0]{"near": *[_type == "place" && geo::distance(location, ^.location) < 500000]._id}.near`;
    expect(await ask(joined)).toEqual(["oslo", "stockholm"]);
  });
});

describe("geo::contains() and geo::intersects()", () => {
  const point = (lng: number, lat = lng): object => ({ type: "Point", coordinates: [lng, lat] });
  const line = (...coordinates: number[][]): object => ({ type: "LineString", coordinates });
  const area = polygon(square(0, 10));
  const withHole = polygon(square(0, 10), square(4, 6));
  const multi = { type: "MultiPolygon", coordinates: [[square(20, 30)], [square(0, 10)]] };
  const lines = {
    type: "MultiLineString",
    coordinates: [
      [
        [1, 1],
        [2, 2],
      ],
      [
        [3, 3],
        [4, 5],
      ],
    ],
  };
  const collection = (...geometries: object[]): object => ({ type: "GeometryCollection", geometries });

  test.each<[string, object, object, boolean, boolean]>([
    ["a point in an area", area, point(5), true, true],
    ["a point beside it", area, point(11), false, false],
    ["a geopoint in it", area, { lat: 5, lng: 5 }, true, true],
    ["a point in a hole", withHole, point(5), false, false],
    ["a point beside the hole", withHole, point(2), true, true],
    ["a point in one of two areas", multi, point(25), true, true],
    [
      "points in both",
      multi,
      {
        type: "MultiPoint",
        coordinates: [
          [25, 25],
          [5, 5],
        ],
      },
      true,
      true,
    ],
    [
      "points, one of them beside",
      multi,
      {
        type: "MultiPoint",
        coordinates: [
          [25, 25],
          [15, 15],
        ],
      },
      false,
      true,
    ],
    ["a line in an area", area, line([1, 1], [9, 9]), true, true],
    ["a line out of it", area, line([1, 1], [19, 9]), false, true],
    ["a line through it", area, line([-1, 5], [11, 5]), false, true],
    ["lines in it", area, lines, true, true],
    ["lines in one of two areas", multi, lines, true, true],
    ["an area in an area", area, polygon(square(1, 9)), true, true],
    ["an area across it", area, polygon(square(5, 15)), false, true],
    ["an area beside it", area, polygon(square(15, 16)), false, false],
    ["an area in one of two", multi, polygon(square(21, 29)), true, true],
    [
      "areas in both",
      multi,
      { type: "MultiPolygon", coordinates: [[square(1, 2)], [square(21, 22)]] },
      true,
      true,
    ],
    ["a point at a point", point(1), point(1), true, true],
    ["a point at another", point(1), point(2), false, false],
    ["a point on a line", line([0, 0], [2, 2]), point(1), true, true],
    ["a line on lines", lines, line([1, 1], [1.5, 1.5]), true, true],
    [
      "lines on a line",
      line([0, 0], [9, 9]),
      {
        type: "MultiLineString",
        coordinates: [
          [
            [1, 1],
            [2, 2],
          ],
        ],
      },
      true,
      true,
    ],
    ["an area at a point", point(1), area, false, true],
    ["an area on a line", line([0, 0], [2, 2]), area, false, true],
    ["a collection in an area", area, collection(point(1), line([1, 1], [2, 2])), true, true],
    ["an area of a collection", collection(point(50), area), point(5), true, true],
  ])("%s", async (_name, outer, inner, contained, crossed) => {
    const query = `[geo::contains($outer, $inner), geo::contains(geo($outer), geo($inner)), geo::intersects($outer, $inner), geo::intersects($inner, $outer)]`;
    expect(await ask(query, { outer, inner })).toEqual([contained, contained, crossed, crossed]);
  });

  test("read documents", async () => {
    expect(await ask("*[geo::contains(border, $point)]._id", { point: { lat: 1, lng: 1 } })).toEqual([
      "area",
    ]);
    expect(await ask("*[geo::contains(border, $point)]._id", { point: { lat: 11, lng: 1 } })).toEqual([]);
    expect(await ask("geo::contains(null, $point)", { point: { lat: 1, lng: 1 } })).toBeNull();
  });
});
