import { expect, test } from "vitest";
import { createMatcher } from "../listen/mutation-events.ts";
import type { LakeDocument } from "../model/document.ts";
import { KNOWN_QUERIES } from "../model/limits.ts";
import { answerQuery } from "./evaluate.ts";
import type { QueryParams } from "./parse.ts";
import type { View } from "./view.ts";

const documents = Array.from({ length: 300 }, (_, n) => ({
  _id: `d${n}`,
  _type: "a",
  n,
})) as never as LakeDocument[];
const view: View = {
  all: () => documents,
  get: (id) => documents.find(({ _id }) => _id === id),
  isCached: true,
  batches: () => [],
  count: () => 0,
  readAtMost: (_, run) => run(),
  withValue: () => undefined,
  referringTo: () => [],
  inOrder: () => undefined,
};

const ask = (query: string, params: QueryParams = {}): unknown =>
  JSON.parse(
    answerQuery(query, params, view, {
      identity: "me",
      projectId: "local",
      dataset: "production",
      limits: { ...KNOWN_QUERIES, deadlineMs: 100 },
    }),
  );

/** A polygon whose check compares every side with every other. */
const circle = (positions: number): object => {
  const ring = Array.from({ length: positions }, (_, n) => [
    Math.cos((2 * Math.PI * n) / positions),
    Math.sin((2 * Math.PI * n) / positions),
  ]);
  return { type: "Polygon", coordinates: [[...ring, ring[0]]] };
};

test.each<[string, QueryParams]>([
  ["diff::changedAny({'l': *}, {'l': *}, l[count(*[count(*[count(*) > 0]) > 0]) > 0])", {}],
  ["geo::contains($area, $area)", { area: circle(9_999) }],
  ["*[geo::intersects($a, {'type': 'Point', 'coordinates': [n, n]})]", { a: circle(9_999) }],
])("ends at the deadline: %s", (query, params) => {
  expect(() => ask(query, params)).toThrow(
    expect.objectContaining({ body: { error: expect.objectContaining({ type: "queryTimeoutError" }) } }),
  );
});

test("reads a parameter's geometry once for all documents", () => {
  const query = "count(*[geo::distance($from, {'lat': 0, 'lng': n / 10}) < 100000])";
  expect(ask(query, { from: { lat: 0, lng: 0 } })).toBe(9);
});

test("listeners match by them", () => {
  const audience = { identity: "me", sees: () => true };
  const document = (location: object): LakeDocument => ({ _id: "a", _type: "a", location }) as never;
  const near = createMatcher(
    "*[geo::distance(location, $from) < 1000]",
    { from: { lat: 1, lng: 1 } },
    audience,
  );
  expect(near.matches(document({ lat: 1.001, lng: 1 }))).toBe(true);
  expect(near.matches(document({ lat: 2, lng: 1 }))).toBe(false);
  const changed = createMatcher("*[diff::changedAny(@, {'l': [{'n': 1}]}, l[n > 0].n)]", {}, audience);
  expect(changed.matches({ ...document({}), l: [{ n: 1 }] })).toBe(false);
  expect(changed.matches({ ...document({}), l: [{ n: 2 }] })).toBe(true);
});
