import type { SanityClient } from "@sanity/client";
import { beforeAll, expect, test } from "vitest";
import { opened } from "./opened.ts";
import { startLake } from "./start-lake.ts";

const started = opened(() => startLake());
let client: SanityClient;

beforeAll(async () => {
  client = started.writer;
});

/** The client's types do not have these actions yet. */
const act = (action: string, variantId: unknown, rest: object = {}, by = client): Promise<unknown> =>
  by.action({ actionType: `sanity.action.variant.definition.${action}`, variantId, ...rest } as never);

const refused = (statusCode: number, message: string | RegExp) => ({
  statusCode,
  message: expect.stringMatching(message),
});

test("a definition is created, edited and deleted", async () => {
  const metadata = { title: "Loyal customers" };
  await act("create", "Ab12", { conditions: { audience: "loyal" }, metadata });
  const created = await client.getDocument("_.variants.Ab12");
  expect(created).toMatchObject({
    _type: "system.variant",
    name: "Ab12",
    conditions: { audience: "loyal" },
    priority: 0,
    metadata,
  });
  await expect(act("create", "Ab12")).rejects.toMatchObject(refused(409, /already exists/));
  const set = { conditions: { audience: "loyal", locale: "en-US" }, priority: 10 };
  await expect(act("edit", "Ab12", { patch: { set }, ifRevisionId: "old" })).rejects.toMatchObject(
    refused(409, /revision/),
  );
  await act("edit", "Ab12", { patch: { set, unset: ["metadata"] }, ifRevisionId: created?._rev });
  const edited = await client.getDocument("_.variants.Ab12");
  expect(edited).toMatchObject(set);
  expect(edited).not.toHaveProperty("metadata");
  const dryRun = { dryRun: true };
  await client.action(
    { actionType: "sanity.action.variant.definition.delete", variantId: "Ab12" } as never,
    dryRun,
  );
  expect(await client.fetch(`*[_type == "system.variant" && _id in path("_.variants.*")].name`)).toEqual([
    "Ab12",
  ]);
  await act("delete", "Ab12");
  await expect(act("delete", "Ab12")).rejects.toMatchObject(refused(404, /was not found/));
  await expect(act("edit", "Ab12", { patch: { set } })).rejects.toMatchObject(refused(404, /was not found/));
});

test("a definition that documents refer to stays", async () => {
  await act("create", "kept", { conditions: { audience: "new" } });
  await client.create({ _id: "referring", _type: "note", variant: { _ref: "_.variants.kept" } });
  await expect(act("delete", "kept")).rejects.toMatchObject(refused(409, /referring|references/));
});

test.each([
  ["an id of two parts", "a.b", {}, /variantId/],
  ["no id", undefined, {}, /variantId/],
  ["a condition in capitals", "x", { conditions: { Audience: "a" } }, /conditions/],
  ["a reserved condition", "x", { conditions: { _audience: "a" } }, /conditions/],
  ["an empty condition", "x", { conditions: { audience: "" } }, /conditions/],
  ["a list of conditions", "x", { conditions: ["a"] }, /conditions/],
  ["a priority that is no number", "x", { priority: "1" }, /priority/],
  ["metadata that is no object", "x", { metadata: "title" }, /metadata/],
])("%s is rejected", async (_, variantId, definition, message) => {
  await expect(act("create", variantId, definition)).rejects.toMatchObject(refused(400, message));
});

test.each([
  [{ set: { name: "other" } }, /cannot edit "name"/],
  [{ unset: ["_type"] }, /cannot edit "_type"/],
  [{ insert: { after: "conditionsOfMine[-1]", items: [] } }, /cannot edit/],
  [{ set: { "conditions.audience": "" } }, /conditions/],
  [{ unset: ["conditions"] }, /conditions/],
])("the patch %o is rejected, and changes nothing", async (patch, message) => {
  await client.createOrReplace({
    _id: "_.variants.whole",
    _type: "system.variant",
    name: "whole",
    conditions: { audience: "new" },
    priority: 0,
  });
  const before = await client.getDocument("_.variants.whole");
  await expect(act("edit", "whole", { patch })).rejects.toMatchObject(refused(400, message));
  expect(await client.getDocument("_.variants.whole")).toEqual(before);
});

test("documents have no variants: none is part of one, and an action on one is rejected", async () => {
  const counts = `{"a": count(*[sanity::partOfVariant("a")]), "text": "sanity::partOfVariant(1)"}`;
  expect(await client.fetch(counts)).toEqual({ a: 0, text: "sanity::partOfVariant(1)" });
  expect(await client.fetch("*[sanity::partOfVariant($id)]", { id: "a" })).toEqual([]);
  const create = { actionType: "sanity.action.document.variant.create", publishedId: "a", variantId: "a" };
  await expect(client.action(create as never)).rejects.toMatchObject(
    refused(400, /no variants of documents/),
  );
});

test("only who may write changes definitions, and strangers do not see them", async () => {
  await expect(act("create", "mine", {}, started.reader)).rejects.toMatchObject({ statusCode: 403 });
  await expect(act("create", "mine", {}, started.anonymous)).rejects.toMatchObject({ statusCode: 401 });
});
