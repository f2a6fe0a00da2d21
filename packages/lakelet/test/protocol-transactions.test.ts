import { describe, expect, test } from "vitest";
import { opened } from "./opened.ts";
import { startLake } from "./start-lake.ts";

const started = opened(() => startLake());

describe("a transaction", () => {
  test("sees its own earlier steps", async () => {
    const result = await started.writer
      .transaction()
      .create({ _id: "steps", _type: "note", n: 1 })
      .patch("steps", (patch) => patch.inc({ n: 1 }))
      .patch("steps", (patch) => patch.inc({ n: 1 }))
      .commit({ returnDocuments: true });
    expect(result.map((document) => document["n"])).toEqual([1, 2, 3]);
    const [first, , last] = result;
    expect(last?._rev).toBe(first?._rev);
  });

  test("is all or nothing", async () => {
    const transaction = started.writer
      .transaction()
      .create({ _id: "half", _type: "note" })
      .patch("nobody", (patch) => patch.set({ a: 1 }));
    await expect(transaction.commit()).rejects.toMatchObject({
      statusCode: 409,
      details: { items: [{ index: 1 }] },
    });
    expect(await started.writer.getDocument("half")).toBeUndefined();
  });

  test("has the id it was given, and so has every revision", async () => {
    const result = await started.writer
      .transaction()
      .transactionId("my-transaction")
      .create({ _id: "mine", _type: "note" })
      .commit();
    expect(result.transactionId).toBe("my-transaction");
    expect((await started.writer.getDocument("mine"))?._rev).toBe("my-transaction");
  });

  test("is rejected with an id that was used before, also by actions", async () => {
    const append = (text: string) =>
      started.writer
        .transaction()
        .transactionId("only-once")
        .createOrReplace({ _id: "once", _type: "note", text });
    await append("first").commit({ dryRun: true });
    await append("first").commit();
    await expect(append("second").commit()).rejects.toMatchObject({ statusCode: 409 });
    const attributes = { _id: "drafts.once-more", _type: "note" };
    const creation = {
      actionType: "sanity.action.document.create",
      publishedId: "once-more",
      attributes,
      ifExists: "fail",
    } as const;
    await expect(started.writer.action(creation, { transactionId: "only-once" })).rejects.toMatchObject({
      statusCode: 409,
    });
    expect(await started.writer.getDocument("once")).toMatchObject({ text: "first", _rev: "only-once" });
    expect(await started.writer.getDocument("drafts.once-more")).toBeUndefined();
  });

  test("is later than the one before, always", async () => {
    const times: string[] = [];
    for (let n = 0; n < 20; n += 1) {
      const { _updatedAt } = await started.writer.createOrReplace({ _id: "clock", _type: "note", n });
      times.push(_updatedAt);
    }
    expect(new Set(times).size).toBe(20);
    expect(times.toSorted()).toEqual(times);
  });

  test("answers ids, or documents, as asked", async () => {
    const document = { _id: "shape", _type: "note" };
    const ids = await started.writer.createOrReplace(document, { returnDocuments: false });
    expect(ids).toMatchObject({ documentId: "shape", results: [{ id: "shape", operation: "create" }] });
    const all = await started.writer.createOrReplace(document, { returnFirst: false });
    expect(all).toMatchObject([{ _id: "shape" }]);
  });

  test.each(["sync", "async", "deferred"] as const)(
    "visibility %s is visible at once",
    async (visibility) => {
      await started.writer.createOrReplace({ _id: "seen", _type: "note", visibility }, { visibility });
      expect(await started.writer.fetch(`*[_id == "seen"][0].visibility`)).toBe(visibility);
    },
  );

  test("that is a dry run is answered and forgotten", async () => {
    const made = await started.writer.create({ _id: "dry", _type: "note" }, { dryRun: true });
    expect(made).toMatchObject({ _id: "dry" });
    expect(await started.writer.getDocument("dry")).toBeUndefined();
    await expect(started.writer.patch("nobody").set({ a: 1 }).commit({ dryRun: true })).rejects.toMatchObject(
      { statusCode: 409 },
    );
  });

  test("that makes and deletes a document leaves nothing", async () => {
    await started.writer.transaction().create({ _id: "brief", _type: "note" }).delete("brief").commit();
    expect(await started.writer.getDocument("brief")).toBeUndefined();
  });

  test("of many writers at once loses none of them", async () => {
    await started.writer.createOrReplace({ _id: "counter", _type: "note", n: 0 });
    const writes = Array.from({ length: 50 }, () => started.writer.patch("counter").inc({ n: 1 }).commit());
    await Promise.all(writes);
    expect(await started.writer.fetch(`*[_id == "counter"][0].n`)).toBe(50);
  });
});

describe("references", () => {
  const refer = (id: string, to: string, more: object = {}): { _id: string; _type: string; to: object } => ({
    _id: id,
    _type: "pointer",
    to: { _type: "reference", _ref: to, ...more },
  });

  test("to nothing are refused unless weak or into another dataset", async () => {
    await expect(started.writer.create(refer("r1", "nothing"))).rejects.toMatchObject({
      statusCode: 409,
      details: { items: [{ error: { type: "documentReferenceDoesNotExistError", id: "r1" } }] },
    });
    await started.writer.create(refer("r2", "nothing", { _weak: true }));
    await started.writer.create(refer("r3", "nothing", { _dataset: "other" }));
  });

  test("may point at what the same transaction makes later", async () => {
    await started.writer
      .transaction()
      .create(refer("first", "second"))
      .create({ _id: "second", _type: "note" })
      .commit();
    expect(await started.writer.fetch(`*[_id == "first"][0].to->_id`)).toBe("second");
  });

  test("keep their target from being deleted", async () => {
    await started.writer.create({ _id: "target", _type: "note" });
    await started.writer.create(refer("source", "target"));
    await started.writer.create(refer("weak", "target", { _weak: true }));
    await expect(started.writer.delete("target")).rejects.toMatchObject({
      statusCode: 409,
      details: {
        items: [{ error: { type: "documentHasExistingReferencesError", referencingIDs: ["source"] } }],
      },
    });
    await started.writer.transaction().delete("target").delete("source").commit();
    expect(await started.writer.fetch(`*[_id in ["target", "source"]]`)).toEqual([]);
  });

  test("that go away in the same transaction do not hold", async () => {
    await started.writer.create({ _id: "held", _type: "note" });
    await started.writer.create(refer("holder", "held"));
    await started.writer
      .transaction()
      .patch("holder", (patch) => patch.unset(["to"]))
      .delete("held")
      .commit();
    expect(await started.writer.getDocument("held")).toBeUndefined();
  });
});
