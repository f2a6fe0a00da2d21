import { pino } from "pino";
import { describe, expect, it, vi } from "vitest";
import { createContentChanges, type Referrers } from "./content-changes.ts";

const log = pino({ level: "silent" });

/** Who refers to whom: `{ author: ["post"] }`. */
function changesIn(references: Record<string, string[]>) {
  const purged: string[] = [];
  const asked: string[][] = [];
  const referrers: Referrers = async (ids) => {
    asked.push([...ids]);
    return ids.flatMap((id) => (references[id] ?? []).map((_id) => ({ _id, _type: `${_id}Type` })));
  };
  const changed = createContentChanges({ purge: (tags) => purged.push(...tags), referrers, log });
  return { changed, purged, asked };
}

describe("a change of the content", () => {
  it("purges what was made of the document or of its type, at once", () => {
    const { changed, purged } = changesIn({});
    changed([{ id: "a", types: ["post"] }]);
    expect(purged).toEqual(["all", "doc:a", "type:post"]);
  });

  it("purges what shows it by reference, over several steps and in circles", async () => {
    const { changed, purged, asked } = changesIn({ image: ["author"], author: ["post", "image"] });
    changed([{ id: "image", types: ["sanity.imageAsset"] }]);
    await vi.waitFor(() => expect(purged).toContain("doc:post"), 10_000);
    expect(purged).toContain("type:authorType");
    expect(asked).toEqual([["image"], ["author"], ["post"]]);
  });

  it("asks once for a burst", async () => {
    const { changed, asked } = changesIn({});
    for (const id of ["a", "b", "c"]) changed([{ id, types: ["post"] }]);
    await vi.waitFor(() => expect(asked).toEqual([["a"], ["b", "c"]]), 10_000);
  });

  it("is none when only drafts, versions or submissions changed", () => {
    const { changed, purged, asked } = changesIn({});
    changed(["drafts.a", "versions.r1.a", "contract.1"].map((id) => ({ id, types: ["post"] })));
    expect([purged, asked]).toEqual([[], []]);
  });

  it("is still heard of after the content store failed to say who refers to it", async () => {
    const purged: string[] = [];
    let failing = true;
    const changed = createContentChanges({
      purge: (tags) => purged.push(...tags),
      referrers: async () => {
        if (failing) throw new Error("down");
        return [{ _id: "page", _type: "page" }];
      },
      log,
    });
    changed([{ id: "a", types: [] }]);
    await new Promise(setImmediate);
    failing = false;
    changed([{ id: "a", types: [] }]);
    await vi.waitFor(() => expect(purged).toContain("doc:page"), 10_000);
  });
});
