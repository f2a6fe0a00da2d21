import { expect, test } from "vitest";
import type { LakeDocument } from "../model/document.ts";
import { KNOWN_QUERIES } from "../model/limits.ts";
import { DocumentIndex } from "../store/document-index.ts";
import { answerQuery } from "./evaluate.ts";
import { candidates } from "./lookup.ts";
import { planFor } from "./plan.ts";
import { Views } from "./view.ts";
import type { View } from "./view.ts";

/** Returns everything in a dataset of these documents. */
function viewOf(bodies: ReadonlyArray<Record<string, unknown>>): View {
  const documents = new DocumentIndex();
  for (const [seq, body] of bodies.entries()) {
    const times = { _createdAt: "2026-01-01T00:00:00Z", _updatedAt: "2026-01-01T00:00:00Z" };
    documents.put({ _rev: `r${seq}`, ...times, ...body } as LakeDocument, seq);
  }
  return new Views({ documents, revision: 0 }).of({ kind: "raw" });
}

test.each([
  ["the first in an order", `*[_type == "post"] | order(date desc)[0...20]{title}`, { once: 1 }],
  ["the first by id", `*[_type == "post"][0...20]`, { once: 1 }],
  ["the first behind a projection", `*[_type == "post"] | order(date){title}[0]`, { once: 1 }],
  ["a range of values", `*[_type == "post" && date > $day && date < "2027"]`, { sources: 1 }],
  ["one type", `count(*[_type == "post"])`, { sources: 1, iterations: 0 }],
  [
    "references to what surrounds it",
    `*[_id == $day]{"n": count(*[references(^._id)])}`,
    { outer: 1, sources: 1 },
  ],
  ["equals of what surrounds it", `*[_id == $day]{"n": *[author._ref == ^._id]}`, { outer: 1, sources: 1 }],
  ["documents that another query names", `*[_id in *[_type == "post"].author._ref]`, { once: 1, sources: 2 }],
])("finds %s by an index", (_, text, expected) => {
  const { sources, once, outer, iterations, scans } = planFor(text, { day: "2026-11-22" });
  const counts = { sources: sources.length, once: once.length, outer: outer.length, iterations };
  expect({ ...counts, scans }).toMatchObject({ ...expected, scans: 0 });
});

test("walks no further than the first documents need", () => {
  const posts = Array.from({ length: 3_000 }, (_, seq) => ({
    _id: `post-${seq}`,
    _type: "post",
    date: (seq * 7) % 3_000,
  }));
  let shown = 0;
  const whole = viewOf(posts);
  const view: View = {
    ...whole,
    all: () => expect.unreachable("scans everything"),
    withValue: () => expect.unreachable("reads the whole type"),
    *inOrder(order, walk) {
      for (const group of whole.inOrder(order, walk) ?? []) {
        shown += group.length;
        yield group;
      }
    },
  };
  const context = { identity: "me", projectId: "local", dataset: "production", limits: KNOWN_QUERIES };
  const query = `*[_type == "post" && date < 2000] | order(date desc)[0...3].date`;
  expect(answerQuery(query, {}, view, context)).toBe("[1999,1998,1997]");
  expect(shown).toBeLessThan(50);
});

test.each([
  ["by id", `*[_id == "a"][0]`, 1],
  ["by ids", `*[_id in ["a", "b"]]`, 2],
  ["by type", `*[_type == "post"]`, 2],
  ["by type and value, best first", `*[_type == "post" && slug.current == $s][0]`, 1],
  ["by reference", `*[references($to)]`, 1],
  ["within a group", `*[(_type == "post" && (slug.current == $s))]`, 1],
  ["not at all", `*[slug.current != $s]`, undefined],
  ["not by one side of an or", `*[_id == "a" || n == 1]`, undefined],
])("narrows %s", (_, text, expected) => {
  const view = viewOf(
    ["a", "b", "c"].map((_id) => ({
      _id,
      _type: _id === "c" ? "page" : "post",
      slug: { current: `s-${_id}` },
      to: { _ref: `t-${_id}` },
    })),
  );
  const given = { s: "s-b", to: "t-b" };
  const { sources, scans } = planFor(text, given);
  expect(scans > 0).toBe(expected === undefined);
  expect(sources[0] && candidates(sources[0].lookups, given, view)?.length).toBe(expected);
});
