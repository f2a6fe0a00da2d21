import { rmSync } from "node:fs";
import { Mutation as Mutator } from "@sanity/mutator";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createAct } from "../src/actions/apply.ts";
import type { LakeDocument } from "../src/model/document.ts";
import { LakeError } from "../src/model/errors.ts";
import { createTransact } from "../src/mutations/commit.ts";
import { GroupCommit } from "../src/mutations/group-commit.ts";
import { Store } from "../src/store/store.ts";
import type { CommittedTransaction } from "../src/store/transaction-log.ts";
import { newDirectory } from "./start-lake.ts";

/** Two documents that reference each other, so that actions meet drafts, published documents and references. */
const id = fc.constantFrom("a", "b");
const title = fc.constantFrom("One", "Two", "Three");
const reference = id.map((_ref) => ({ _type: "reference", _ref }));
const action = (type: string): string => `sanity.action.document.${type}`;
const pair = (publishedId: string): { publishedId: string; draftId: string } => ({
  publishedId,
  draftId: `drafts.${publishedId}`,
});

const actions = fc.oneof(
  fc.tuple(id, title, fc.constantFrom("fail", "ignore")).map(([publishedId, text, ifExists]) => ({
    actionType: action("create"),
    publishedId,
    attributes: { _id: `drafts.${publishedId}`, _type: "page", title: text },
    ifExists,
  })),
  fc.tuple(id, fc.oneof(title, reference)).map(([one, value]) => ({
    actionType: action("edit"),
    ...pair(one),
    patch: { set: typeof value === "string" ? { title: value } : { other: value } },
  })),
  id.map((one) => ({ actionType: action("publish"), ...pair(one) })),
  id.map((one) => ({ actionType: action("unpublish"), ...pair(one) })),
  id.map((one) => ({ actionType: action("discard"), draftId: `drafts.${one}` })),
  id.map((one) => ({ actionType: action("delete"), publishedId: one, includeDrafts: [`drafts.${one}`] })),
  fc.tuple(id, title).map(([publishedId, text]) => ({
    actionType: action("replaceDraft"),
    publishedId,
    attributes: { _id: `drafts.${publishedId}`, _type: "page", title: text },
  })),
  fc.tuple(id, fc.oneof(title, reference)).map(([publishedId, value]) => ({
    actionType: action("version.create"),
    publishedId,
    document: {
      _id: `versions.r1.${publishedId}`,
      _type: "page",
      ...(typeof value === "string" ? { title: value } : { other: value }),
    },
  })),
  id.map((publishedId) => ({
    actionType: action("version.unpublish"),
    publishedId,
    versionId: `versions.r1.${publishedId}`,
  })),
  fc
    .constantFrom("create", "publish", "archive", "unarchive", "delete", "schedule", "unschedule")
    .map((type) => ({
      actionType: `sanity.action.release.${type}`,
      releaseId: "r1",
      publishAt: "2999-01-01T00:00:00Z",
    })),
);

/** Applies a transaction as the Studio does: by its own code, to its own copies of the documents. */
function follow(
  copies: Map<string, LakeDocument>,
  { transactionId, timestamp, changes }: CommittedTransaction,
): void {
  for (const { id: changed, mutations, after } of changes) {
    const mutator = new Mutator({ mutations: structuredClone(mutations) as never, transactionId, timestamp });
    const copy = mutator.apply(copies.get(changed) ?? null) as LakeDocument | null;
    if (copy) copies.set(changed, { ...copy, _updatedAt: timestamp });
    else copies.delete(changed);
    expect(copies.get(changed) ?? null).toEqual(after);
  }
}

test("whatever editors do: Studios that follow have what is stored, the history knows each state, references hold", async () => {
  let refused = 0;
  let done = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(actions, { minLength: 1, maxLength: 2 }), { minLength: 8, maxLength: 16 }),
      async (requests) => {
        const directory = newDirectory();
        const store = new Store(directory, (document) => document);
        const committed: CommittedTransaction[] = [];
        const act = createAct(
          createTransact(store, () => [], new GroupCommit(store, (one) => committed.push(one))),
        );
        const copies = new Map<string, LakeDocument>();
        const stored = (): LakeDocument[] => structuredClone([...store.documents.all()]);
        for (const request of requests) {
          const before = stored();
          try {
            await act(request, { author: "test" });
            done += 1;
          } catch (error) {
            expect(error).toBeInstanceOf(LakeError);
            expect(stored(), "a refused request writes nothing").toEqual(before);
            refused += 1;
          }
        }
        for (const one of committed) {
          follow(copies, one);
          const seq = store.history.seqOf(one.transactionId) ?? 0;
          for (const { id: changed, before, after } of one.changes) {
            const [change] = store.history.changes(seq, [changed]);
            expect([change?.before, change?.after]).toEqual([before, after]);
            expect(store.history.documentAt(changed, seq)).toEqual(after);
          }
        }
        expect(new Map(stored().map((document) => [document._id, document]))).toEqual(copies);
        for (const { other } of stored() as { other?: { _ref: string } }[])
          if (other) expect(store.documents.get(other._ref)).toBeDefined();
        store.close();
        rmSync(directory, { recursive: true });
      },
    ),
    { numRuns: 50 },
  );
  // Both kinds must have occurred.
  expect(Math.min(refused, done)).toBeGreaterThan(20);
});
