import type { Action } from "@sanity/client";
import { describe, expect, test } from "vitest";
import { opened } from "./opened.ts";
import { startLake } from "./start-lake.ts";

const started = opened(() => startLake());

const act = (...actions: Action[]): Promise<unknown> => started.writer.action(actions);
const get = (id: string): Promise<Record<string, unknown> | undefined> => started.writer.getDocument(id);

const page = (id: string, title: string): Action => ({
  actionType: "sanity.action.document.create",
  publishedId: id,
  attributes: { _id: `drafts.${id}`, _type: "page", title },
  ifExists: "fail",
});
const pair = (id: string): { publishedId: string; draftId: string } => ({
  publishedId: id,
  draftId: `drafts.${id}`,
});
const edit = (id: string, set: object): Action => ({
  actionType: "sanity.action.document.edit",
  ...pair(id),
  patch: { set },
});
const publish = (id: string): Action => ({ actionType: "sanity.action.document.publish", ...pair(id) });
const unpublish = (id: string): Action => ({ actionType: "sanity.action.document.unpublish", ...pair(id) });
const remove = (id: string, includeDrafts = [`drafts.${id}`]): Action => ({
  actionType: "sanity.action.document.delete",
  publishedId: id,
  includeDrafts,
});

const refusal = (statusCode: number, type: string): object => ({
  statusCode,
  details: { type: "actionError", items: [{ error: { type } }] },
});

describe("the life of a document", () => {
  test("create makes a draft, publish moves it, the time of creation stays", async () => {
    await act(page("life", "One"));
    const draft = await get("drafts.life");
    expect(draft).toMatchObject({ title: "One" });
    expect(await get("life")).toBeUndefined();
    await act(publish("life"));
    expect(await get("drafts.life")).toBeUndefined();
    expect(await get("life")).toMatchObject({ title: "One", _createdAt: draft?.["_createdAt"] });
  });

  test("edit makes a draft of the published document and leaves that alone", async () => {
    const published = await get("life");
    await act(edit("life", { title: "Two" }));
    expect(await get("drafts.life")).toMatchObject({ title: "Two", _createdAt: published?.["_createdAt"] });
    expect(await get("life")).toEqual(published);
    await act(edit("life", { subtitle: "More" }));
    expect(await get("drafts.life")).toMatchObject({ title: "Two", subtitle: "More" });
  });

  test("publish replaces what was published", async () => {
    const before = await get("life");
    await act(publish("life"));
    expect(await get("life")).toMatchObject({
      title: "Two",
      subtitle: "More",
      _createdAt: before?.["_createdAt"],
    });
  });

  test("unpublish keeps the content as a draft", async () => {
    await act(unpublish("life"));
    expect(await get("life")).toBeUndefined();
    expect(await get("drafts.life")).toMatchObject({ title: "Two" });
  });

  test("discard drops a draft, by the old name and the new one", async () => {
    await act(publish("life"), edit("life", { title: "Unwanted" }));
    await act({ actionType: "sanity.action.document.discard", draftId: "drafts.life" });
    expect(await get("drafts.life")).toBeUndefined();
    await act(edit("life", { title: "Unwanted" }));
    await act({ actionType: "sanity.action.document.version.discard", versionId: "drafts.life" });
    expect(await get("drafts.life")).toBeUndefined();
    expect(await get("life")).toMatchObject({ title: "Two" });
  });

  test("replaceDraft puts a whole document in the draft's place", async () => {
    const attributes = { _id: "drafts.life", _type: "page", title: "Three" };
    await act({ actionType: "sanity.action.document.replaceDraft", publishedId: "life", attributes });
    expect(await get("drafts.life")).toMatchObject({ title: "Three" });
    expect(await get("drafts.life")).not.toHaveProperty("subtitle");
  });

  test("delete takes published and draft", async () => {
    await act(remove("life"));
    expect(await started.writer.fetch("count(*[_id in ['life', 'drafts.life']])")).toBe(0);
  });
});

test("objects in arrays get keys, and a draft may be named as a version", async () => {
  const key = expect.stringMatching(/^[0-9a-f]{12}$/);
  const create = page("keyed", "One") as Extract<Action, { attributes: object }>;
  await act({
    ...create,
    attributes: { ...create.attributes, parts: [{ a: 1 }, { _key: "mine" }] },
  } as Action);
  const version = { publishedId: "keyed", versionId: "drafts.keyed" };
  const patch = { set: { more: [{ b: 1 }] } };
  await act({ actionType: "sanity.action.document.edit", ...version, patch } as never);
  await act({ actionType: "sanity.action.document.publish", ...version } as never);
  expect(await get("keyed")).toMatchObject({
    parts: [{ a: 1, _key: key }, { _key: "mine" }],
    more: [{ b: 1, _key: key }],
  });
});

describe("versions", () => {
  test("are made from a document or from another version, replaced and discarded", async () => {
    await act(page("v", "One"), publish("v"));
    await act({
      actionType: "sanity.action.document.version.create",
      publishedId: "v",
      baseId: "v",
      versionId: "versions.r1.v",
    });
    expect(await get("versions.r1.v")).toMatchObject({ title: "One" });
    const document = { _id: "versions.r1.v", _type: "page", title: "Two" };
    await act({ actionType: "sanity.action.document.version.replace", document });
    expect(await get("versions.r1.v")).toMatchObject({ title: "Two" });
    await act({ actionType: "sanity.action.document.version.discard", versionId: "versions.r1.v" });
    await act({
      actionType: "sanity.action.document.version.create",
      publishedId: "v",
      document: { ...document, title: "Three" },
    });
    expect(await get("versions.r1.v")).toMatchObject({ title: "Three" });
  });

  test("that are staged for unpublishing are copied to drafts without that", async () => {
    await act(page("staged", "x"), publish("staged"));
    const versionId = "versions.r1.staged";
    await act({ actionType: "sanity.action.document.version.unpublish", versionId, publishedId: "staged" });
    const copy = { publishedId: "staged", versionId: "drafts.staged", baseId: versionId };
    await act({ actionType: "sanity.action.document.version.create", ...copy });
    expect(await get(versionId)).toHaveProperty("_system");
    expect(await get("drafts.staged")).not.toHaveProperty("_system");
    // As the Studio reverts it.
    const unset = ["_system.delete"];
    const draft = { draftId: versionId, publishedId: "staged" };
    await act({ actionType: "sanity.action.document.edit", ...draft, patch: { unset } });
    const seen = await started.writer.fetch("*[_id == 'staged']._originalId", {}, { perspective: ["r1"] });
    expect(seen).toEqual([versionId]);
  });
});

describe("what is refused writes nothing", () => {
  test("a document that is there already, unless that is all right", async () => {
    await act(page("twice", "One"));
    const again = page("twice", "Two");
    await expect(act(again)).rejects.toMatchObject(refusal(409, "documentAlreadyExistsError"));
    await act({ ...again, ifExists: "ignore" } as Action);
    expect(await get("drafts.twice")).toMatchObject({ title: "One" });
    await act(publish("twice"));
    await expect(act(again)).rejects.toMatchObject(refusal(409, "documentAlreadyExistsError"));
  });

  test.each<[string, Action]>([
    ["edit", edit("nobody", { a: 1 })],
    ["publish", publish("nobody")],
    ["unpublish", unpublish("nobody")],
    ["delete", remove("nobody")],
    ["discard", { actionType: "sanity.action.document.discard", draftId: "drafts.nobody" }],
  ])("%s of a document that is not there", async (_name, action) => {
    await expect(act(page("half", "x"), action)).rejects.toMatchObject(refusal(404, "documentNotFoundError"));
    expect(await get("drafts.half")).toBeUndefined();
  });

  test("another revision than the one meant", async () => {
    await act(page("rev", "One"));
    const stale = { ...publish("rev"), ifDraftRevisionId: "old" } as Action;
    const different = refusal(409, "documentRevisionIDDoesNotMatchError");
    await expect(act(stale)).rejects.toMatchObject(different);
    const draft = await get("drafts.rev");
    await act({ ...publish("rev"), ifDraftRevisionId: draft?.["_rev"] } as Action);
    await act(edit("rev", { title: "Two" }));
    await expect(act({ ...publish("rev"), ifPublishedRevisionId: "old" } as Action)).rejects.toMatchObject(
      different,
    );
  });

  test("taking away what a published document needs", async () => {
    await act(page("needed", "N"), publish("needed"));
    await started.writer.create({
      _id: "needs",
      _type: "page",
      other: { _type: "reference", _ref: "needed" },
    });
    const needed = refusal(409, "documentHasExistingReferencesError");
    await expect(act(unpublish("needed"))).rejects.toMatchObject(needed);
    await expect(act(remove("needed"))).rejects.toMatchObject(needed);
    expect(await get("needed")).toMatchObject({ title: "N" });
  });

  test("another type than the one that is published", async () => {
    await act(page("kind", "x"), publish("kind"));
    await started.writer.create({ _id: "drafts.kind", _type: "note" });
    const fixed = refusal(400, "cannotModifyImmutableAttributeError");
    await expect(act(publish("kind"))).rejects.toMatchObject(fixed);
    await expect(act(edit("kind", { _type: "page" }))).rejects.toMatchObject(fixed);
    const document = { _id: "drafts.kind", _type: "page" };
    const replace: Action = { actionType: "sanity.action.document.version.replace", document };
    await expect(act(replace)).rejects.toMatchObject(fixed);
  });

  test("deleting without naming the draft", async () => {
    await act(page("left", "x"), publish("left"), edit("left", { title: "y" }));
    await expect(act(remove("left", []))).rejects.toMatchObject(refusal(409, "documentHasDraftError"));
  });

  test.each<[string, unknown]>([
    ["no list", { actionType: "sanity.action.document.publish", ...pair("x") }],
    ["an empty list", []],
    ["an unknown action", [{ actionType: "sanity.action.document.explode" }]],
    ["an action of the language", [{ actionType: "sanity.action.constructor" }]],
    ["a draft of another document", [{ ...edit("a", {}), draftId: "drafts.b" }]],
    ["a published id as draft", [{ ...edit("a", {}), draftId: "a" }]],
    ["a draft as published id", [{ ...publish("a"), publishedId: "drafts.a" }]],
    ["an invalid patch", [edit("a", { "a[": 1 })]],
    ["an id that cannot be", [publish("../a")]],
    ["a document without type", [{ ...page("a", ""), attributes: { _id: "drafts.a" } }]],
    ["a wish to forget", [{ ...remove("a"), purge: true }]],
  ])("%s", async (_name, actions) => {
    const url = `${started.url}/v2025-02-19/data/actions/production`;
    const headers = { authorization: `Bearer ${started.lake.tokens.write}` };
    const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify({ actions }) });
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: { type: "validationError" } }]);
  });

  test("without the right to write", async () => {
    await expect(started.reader.action(page("r", "x"))).rejects.toMatchObject({ statusCode: 403 });
    await expect(started.anonymous.action(page("r", "x"))).rejects.toMatchObject({ statusCode: 401 });
  });

  test("on a dry run", async () => {
    await started.writer.action(page("dry", "x"), { dryRun: true });
    expect(await get("drafts.dry")).toBeUndefined();
  });
});

test("references that waited for publishing become strong with it", async () => {
  await act(page("target", "T"), publish("target"));
  await act(page("source", "S"));
  const waiting = { _type: "reference", _ref: "target", _weak: true, _strengthenOnPublish: { type: "page" } };
  const weak = { ...waiting, _strengthenOnPublish: { type: "page", weak: true } };
  await act(edit("source", { waiting, list: [{ _key: "a", ...weak }] }));
  await act(publish("source"));
  expect(await get("source")).toMatchObject({
    waiting: { _type: "reference", _ref: "target" },
    list: [{ _weak: true }],
  });
  expect(JSON.stringify(await get("source"))).not.toContain("_strengthenOnPublish");
  expect((await get("source"))?.["waiting"]).not.toHaveProperty("_weak");
});
