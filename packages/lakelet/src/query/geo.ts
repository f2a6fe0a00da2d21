import { booleanContains } from "@turf/boolean-contains";
import { booleanIntersects } from "@turf/boolean-intersects";
import { distance as turfDistance } from "@turf/distance";
import { kinks } from "@turf/kinks";
import type { Geometry, GeometryCollection, Position } from "geojson";
import { isJsonObject as isObject } from "../model/json.ts";

/** Earth's radius at the equator (WGS 84) in metres, with which hosted Sanity calculates. */
const EARTH_RADIUS_M = 6_378_137;

/** Of a geometry with all its parts. Checks of polygons take time by the square of it. */
const MAX_POSITIONS = 10_000;

/** Of a geometry collection with all its parts. Two collections are compared part by part. */
const MAX_PARTS = 1000;

/** Nesting of geometry collections. */
const MAX_DEPTH = 8;

/** Nesting of the coordinates of a MultiPolygon, the deepest. */
const COORDINATES_DEPTH = 4;

/** A geometry without collections. */
type Simple = Exclude<Geometry, GeometryCollection>;

const isFinite = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);

/** True for `[longitude, latitude]`, with or without a height. */
function isPosition(value: unknown): value is Position {
  if (!Array.isArray(value) || value.length < 2 || !value.every(isFinite)) return false;
  const [lng = 0, lat = 0] = value;
  return Math.abs(lng) <= 180 && Math.abs(lat) <= 90;
}

const isListOf =
  (isOne: (value: unknown) => boolean, atLeast: number) =>
  (value: unknown): boolean =>
    Array.isArray(value) && value.length >= atLeast && value.every(isOne);

/** True for a closed ring that neither crosses itself nor visits a position twice. */
function isRing(value: unknown): boolean {
  if (!isListOf(isPosition, 4)(value)) return false;
  const ring = value as Position[];
  const places = ring.map(([lng, lat]) => `${lng} ${lat}`);
  if (places[0] !== places.at(-1) || new Set(places).size !== ring.length - 1) return false;
  return kinks({ type: "Polygon", coordinates: [ring] }).features.length === 0;
}

const isLine = isListOf(isPosition, 2);
const isPolygon = isListOf(isRing, 1);

const COORDINATES: Readonly<Record<Simple["type"], (value: unknown) => boolean>> = {
  Point: isPosition,
  MultiPoint: isListOf(isPosition, 1),
  LineString: isLine,
  MultiLineString: isListOf(isLine, 1),
  Polygon: isPolygon,
  MultiPolygon: isListOf(isPolygon, 1),
};

const TYPES = new Set([...Object.keys(COORDINATES), "GeometryCollection"]);

/** True for a type of GeoJSON that geo functions take. */
export const isGeometryType = (type: string): boolean => TYPES.has(type);

/** Counts positions no deeper than coordinates may be: anything below them is no geometry. */
const positionsIn = (value: unknown, depth = 1): number =>
  Array.isArray(value) && depth <= COORDINATES_DEPTH
    ? value.reduce<number>((sum, part) => sum + positionsIn(part, depth + 1), Number(isFinite(value[0])))
    : 0;

/** What is left for a geometry and its parts. */
interface Allowance {
  positions: number;
  parts: number;
}

function pointOf({ lat, lng, lon }: Record<string, unknown>): Geometry | null {
  if ((lng === undefined) === (lon === undefined)) return null;
  const position = [lng ?? lon, lat];
  return isPosition(position) ? { type: "Point", coordinates: position } : null;
}

function read(value: unknown, left: Allowance, depth = 0): Geometry | null {
  if (!isObject(value)) return null;
  const { type, coordinates, geometries } = value;
  left.parts -= 1;
  if (left.parts < 0) throw new Error(`a geometry collection has more than ${MAX_PARTS} parts`);
  if (type === undefined) return pointOf(value);
  if (type === "GeometryCollection") {
    if (!Array.isArray(geometries) || depth >= MAX_DEPTH) return null;
    const parts = geometries.map((part) => read(part, left, depth + 1));
    return parts.every((part) => part !== null) ? { type, geometries: parts } : null;
  }
  if (typeof type !== "string" || !Object.hasOwn(COORDINATES, type)) return null;
  left.positions -= positionsIn(coordinates);
  if (left.positions < 0) throw new Error(`a geometry has more than ${MAX_POSITIONS} positions`);
  if (!COORDINATES[type as Simple["type"]](coordinates)) return null;
  return { type, coordinates } as Geometry;
}

/** Values in documents, parameters and queries are never modified. */
const known = new WeakMap<object, Geometry | null>();

/**
 * Reads a geopoint (`lat` and `lng` or `lon`) or GeoJSON. Returns null for anything else.
 * @throws Error for a geometry with too many positions or parts
 */
export function geometryOf(value: unknown): Geometry | null {
  if (!isObject(value)) return null;
  let geometry = known.get(value);
  if (geometry === undefined) {
    geometry = read(value, { positions: MAX_POSITIONS, parts: MAX_PARTS + 1 });
    known.set(value, geometry);
  }
  return geometry;
}

const partsOf = (geometry: Geometry): Simple[] =>
  geometry.type === "GeometryCollection" ? geometry.geometries.flatMap(partsOf) : [geometry];

const isArea = ({ type }: Simple): boolean => type === "Polygon" || type === "MultiPolygon";

const linesOf = (geometry: Simple): Simple[] =>
  geometry.type === "MultiLineString"
    ? geometry.coordinates.map((coordinates) => ({ type: "LineString", coordinates }))
    : [geometry];

/** Pairs of types that Turf compares, besides areas. */
const COMPARABLE: Readonly<Record<string, readonly string[]>> = {
  Point: ["Point"],
  MultiPoint: ["Point", "MultiPoint"],
  LineString: ["Point", "MultiPoint", "LineString"],
};

function containsPart(outer: Simple, inner: Simple): boolean {
  if (outer.type === "Polygon")
    return booleanContains({ type: "MultiPolygon", coordinates: [outer.coordinates] }, inner);
  if (outer.type === "MultiPolygon") return booleanContains(outer, inner);
  // Neither lines nor points contain an area.
  if (isArea(inner)) return false;
  return linesOf(inner).every((line) =>
    linesOf(outer).some(
      (one) => COMPARABLE[one.type]?.includes(line.type) === true && booleanContains(one, line),
    ),
  );
}

type TwoGeometries<T> = (first: unknown, second: unknown) => T | null;

const both =
  <T>(compare: (first: Geometry, second: Geometry) => T): TwoGeometries<T> =>
  (first, second) => {
    const [one, other] = [geometryOf(first), geometryOf(second)];
    return one && other && compare(one, other);
  };

/** True if one part of the first geometry contains all of each part of the second. */
export const contains = both<boolean>((first, second) =>
  partsOf(second).every((inner) => partsOf(first).some((outer) => containsPart(outer, inner))),
);

export const intersects = both<boolean>((first, second) =>
  partsOf(first).some((one) => partsOf(second).some((other) => booleanIntersects(one, other))),
);

/** Returns metres along a great circle, or null if one is no point. */
export const distance = both<number | null>((first, second) =>
  first.type === "Point" && second.type === "Point"
    ? turfDistance(first, second, { units: "radians" }) * EARTH_RADIUS_M
    : null,
);
