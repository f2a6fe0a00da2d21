import { createClient } from "@sanity/client";
import { startLake } from "lakelet/testing";
import { createDocumentStore, createSchema } from "sanity";
import type { DocumentStoreOptions, EditStateFor, OperationsAPI } from "sanity";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

// The Studio's own document store, in which one person types while another publishes: packages/lakelet/docs/mutator.md.

const types = [{ name: "note", type: "document", fields: [{ name: "text", type: "string" }] }];
const ids = { publishedId: "note", draftId: "drafts.note" };
const seed = [ids.publishedId, ids.draftId].map((_id) => ({ _id, _type: "note", text: "" }));
const lake = await startLake({ seed });
const client = createClient({ ...lake.clientConfig, perspective: "raw" });
// The Studio looks there for a switch of its tests.
beforeAll(() => vi.stubGlobal("window", {}));
afterAll(async () => {
  vi.unstubAllGlobals();
  await lake.close();
});

test("what is typed while somebody else publishes becomes a draft, to the last letter", async () => {
  const options = { getClient: () => client, documentPreviewStore: {}, initialValueTemplates: [] };
  const schema = createSchema({ name: "default", types });
  const { pair } = createDocumentStore({ ...options, schema } as unknown as DocumentStoreOptions);
  const failed = vi.fn<(error: unknown) => void>();
  let state: EditStateFor | undefined;
  let edit: OperationsAPI["patch"] | undefined;
  const opened = pair.editState("note", "note").subscribe({ next: (one) => (state = one), error: failed });
  opened.add(pair.editOperations("note", "note").subscribe(({ patch }) => (edit = patch)));
  await vi.waitUntil(() => state?.ready);
  let typed = "";
  const type = (letter: string) => edit?.execute([{ set: { text: (typed += letter) } }]);
  const isHeld = () =>
    lake.requests.some(({ path, status }) => path.includes("/actions/") && status === null);
  for (const [sent, unsent, after] of ["abc", "def", "ghi", "jkl"]) {
    lake.fault({ method: "POST", path: "/data/actions/", delayMs: 500 });
    type(sent!);
    await vi.waitUntil(isHeld);
    type(unsent!);
    await client.action({ actionType: "sanity.action.document.publish", ...ids });
    type(after!);
    await expect.poll(async () => (await client.getDocument(ids.draftId))?.["text"]).toBe(typed);
    await expect.poll(() => state?.draft?.["text"]).toBe(typed);
  }
  expect(failed).not.toHaveBeenCalled();
  opened.unsubscribe();
});
