import { rmSync } from "node:fs";
import { Mutation as Mutator } from "@sanity/mutator";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { mutationEvents } from "../src/listen/mutation-events.ts";
import type { LakeDocument } from "../src/model/document.ts";
import { LakeError } from "../src/model/errors.ts";
import type { Mutation } from "../src/model/mutation.ts";
import { createCommit, createTransact } from "../src/mutations/commit.ts";
import { GroupCommit } from "../src/mutations/group-commit.ts";
import { Store } from "../src/store/store.ts";
import type { CommittedTransaction } from "../src/store/transaction-log.ts";
import { newDirectory } from "./start-lake.ts";

const id = fc.constantFrom("a", "b", "drafts.a", "contract.1");
const scalar = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
const item = fc.oneof(
  scalar,
  fc.record({ _key: fc.constantFrom("k", "l"), v: scalar }, { noNullPrototype: true }),
);
const value = fc.oneof(
  scalar,
  fc.array(item, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom("x", "y"), scalar, { noNullPrototype: true }),
);
const body = fc
  .record(
    { list: fc.array(item, { maxLength: 4 }), text: fc.string(), n: fc.integer(), deep: value },
    { noNullPrototype: true },
  )
  .map((attributes) => ({ _type: "note", ...attributes }));
const path = fc.constantFrom(
  "n",
  "text",
  "deep",
  "deep.x",
  "deep.x.y",
  "list[0]",
  "list[-1]",
  'list[_key=="k"].v',
  "list[1:2]",
  "list[].v",
  "..v",
  "new.path",
);
const values = fc.dictionary(path, value, { maxKeys: 2, noNullPrototype: true });
const numbers = fc.dictionary(path, fc.integer(), { maxKeys: 2, noNullPrototype: true });
const place = fc.constantFrom("before", "after", "replace");
const listPath = fc.constantFrom("list[0]", "list[-1]", 'list[_key=="k"]', "list[1:]", "text[0]");
const insert = fc
  .tuple(place, listPath, fc.array(item, { maxLength: 2 }))
  .map(([where, at, items]) => ({ insert: { [where]: at, items } }));
const operations = fc.oneof(
  values.map((set) => ({ set })),
  values.map((setIfMissing) => ({ setIfMissing })),
  fc.array(path, { maxLength: 2 }).map((unset) => ({ unset })),
  numbers.map((inc) => ({ inc })),
  numbers.map((dec) => ({ dec })),
  insert,
  fc.tuple(values, insert, numbers).map(([set, other, inc]) => ({ set, ...other, inc })),
  fc.constant({ diffMatchPatch: { text: "@@ -0,0 +1,3 @@\n+new\n" } }),
);
const mutation = fc.oneof(
  fc.tuple(id, body).map(([_id, rest]) => ({ create: { _id, ...rest } })),
  fc.tuple(id, body).map(([_id, rest]) => ({ createIfNotExists: { _id, ...rest } })),
  fc.tuple(id, body).map(([_id, rest]) => ({ createOrReplace: { _id, ...rest } })),
  {
    weight: 6,
    arbitrary: fc.tuple(id, operations).map(([one, change]) => ({ patch: { id: one, ...change } })),
  },
  id.map((one) => ({ delete: { id: one } })),
);
const transaction = fc.record({
  mutations: fc.array(mutation, { minLength: 1, maxLength: 4 }),
  autoGenerateArrayKeys: fc.boolean(),
});

/** Applies an event as the Studio does: by its own code, to its own copy of the document. */
function replay(before: LakeDocument | null, event: Record<string, unknown>): unknown {
  const { mutations, transactionId, previousRev, resultRev, timestamp } = event as never;
  const mutator = new Mutator({ mutations, transactionId, previousRev, resultRev, timestamp });
  return mutator.apply(before);
}

test("replaying a listener's events gives exactly what is stored, in memory and on disk", async () => {
  let events = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(transaction, { minLength: 1, maxLength: 8 }), async (transactions) => {
      const directory = newDirectory();
      const store = new Store(directory, (document) => document);
      const copies = new Map<string, LakeDocument>();
      const committed: CommittedTransaction[] = [];
      const transact = createTransact(store, () => [], new GroupCommit(store, (one) => committed.push(one)));
      const commit = createCommit(transact);
      for (const { mutations, autoGenerateArrayKeys } of transactions) {
        const before = structuredClone([...store.documents.all()]);
        try {
          await commit(mutations as Mutation[], { author: "test", autoGenerateArrayKeys });
        } catch (error) {
          expect(error).toBeInstanceOf(LakeError);
          expect([...store.documents.all()], "a refused transaction writes nothing").toEqual(before);
        }
      }
      const options = {
        includeMutations: true,
        includeResult: false,
        includePreviousRevision: false,
        mendoza: false,
        visibility: "query",
      };
      for (const one of committed) {
        const sent = structuredClone(mutationEvents(one, (document) => document !== null, options));
        for (const event of sent) {
          events += 1;
          const before = copies.get(event.documentId) ?? null;
          expect(event["previousRev"]).toBe(before?._rev);
          const after = replay(before && structuredClone(before), event) as LakeDocument | null;
          if (after) copies.set(event.documentId, after);
          else copies.delete(event.documentId);
        }
      }
      const stored = new Map([...store.documents.all()].map((document) => [document._id, document]));
      expect(copies).toEqual(stored);
      store.close();
      const reopened = new Store(directory, (document) => document);
      expect([...reopened.documents.all()], "and in the same order").toEqual([...stored.values()]);
      reopened.close();
      rmSync(directory, { recursive: true });
    }),
    { numRuns: 150 },
  );
  expect(events, "the transactions must not all be refused").toBeGreaterThan(100);
});
