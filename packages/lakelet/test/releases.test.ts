import { rmSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import type { Action } from "@sanity/client";
import { describe, expect, test } from "vitest";
import { opened } from "./opened.ts";
import { newDirectory, startLake } from "./start-lake.ts";

const started = opened(() => startLake());

const client = () => started.writer;
const get = (id: string): Promise<Record<string, unknown> | undefined> => client().getDocument(id);
const version = (release: string, id: string, content: object = {}): Action => ({
  actionType: "sanity.action.document.version.create",
  publishedId: id,
  document: { _id: `versions.${release}.${id}`, _type: "page", ...content },
});
const metadata = { title: "Spring", releaseType: "asap" } as const;
const conflict = {
  statusCode: 409,
  details: { type: "actionError", items: [{ error: { type: "releaseStateError" } }] },
};

describe("a release", () => {
  test("is created, found, edited, and hidden from strangers", async () => {
    const { releaseId } = await client().releases.create({ releaseId: "rSpring", metadata });
    expect(releaseId).toBe("rSpring");
    expect(await client().releases.get({ releaseId })).toMatchObject({
      _id: "_.releases.rSpring",
      _type: "system.release",
      name: "rSpring",
      state: "active",
      metadata,
    });
    await client().releases.edit({ releaseId, patch: { set: { "metadata.title": "Summer" } } });
    const query = '*[_type == "system.release"]{"title": metadata.title}';
    expect(await client().fetch(query)).toEqual([{ title: "Summer" }]);
    expect(await client().fetch("releases::all()[].name")).toEqual(["rSpring"]);
    const seen = await started.lake.fetch(
      new Request(`${started.url}/v2025-02-19/data/query/production?query=${encodeURIComponent(query)}`),
    );
    expect(await seen.json()).toMatchObject({ result: [] });
    await expect(client().releases.create({ releaseId, metadata })).rejects.toMatchObject({
      statusCode: 409,
    });
  });

  test("shows its documents in its perspective, before drafts", async () => {
    await client().create({ _id: "home", _type: "page", title: "Now" });
    await client().create({ _id: "drafts.home", _type: "page", title: "Draft" });
    await client().create({ _id: "gone", _type: "page", title: "Still here" });
    await client().action([
      version("rSpring", "home", { title: "Spring" }),
      version("rSpring", "new", { title: "New" }),
    ]);
    await client().unpublishVersion({ releaseId: "rSpring", publishedId: "gone" });
    const titles = (perspective: string[]) =>
      client().fetch("*[_type == 'page'] | order(_id).title", {}, { perspective });
    expect(await titles(["rSpring", "drafts"])).toEqual(["Spring", "New"]);
    expect(await titles(["drafts"])).toEqual(["Still here", "Draft"]);
    expect(await titles(["published"])).toEqual(["Still here", "Now"]);
    const { result } = await client().releases.fetchDocuments({ releaseId: "rSpring" });
    expect(result.map(({ _id }) => _id)).toEqual(
      ["gone", "home", "new"].map((id) => `versions.rSpring.${id}`),
    );
    const bundles = await client().fetch("*[_id match 'versions.*']{_system{bundleId, delete}}");
    expect(bundles[0]).toEqual({ _system: { bundleId: "rSpring", delete: true } });
    // As the Studio tells versions of a release from others, and finds the pair that it edits.
    await client().create({ _id: "versions.agent-1.home", _type: "page" });
    expect(
      await client().fetch("*[_id in ['versions.rSpring.home', 'versions.agent-1.home']]._system"),
    ).toEqual([
      { group: { _ref: "home", _weak: true }, bundleId: "agent-1", scopeId: "agent-1" },
      {
        group: { _ref: "home", _weak: true },
        bundleId: "rSpring",
        scopeId: "rSpring",
        release: { _ref: "_.releases.rSpring", _weak: true },
      },
    ]);
    await client().delete("versions.agent-1.home");
  });

  test("is published as one transaction; drafts stay", async () => {
    const { _createdAt } = (await get("home")) ?? {};
    const transactions: string[][] = [];
    const stop = started.lake.subscribe(({ changes }) => transactions.push(changes.map(({ id }) => id)));
    await client().releases.publish({ releaseId: "rSpring" });
    stop();
    expect(transactions).toHaveLength(1);
    expect(await client().fetch("*[_type == 'page'] | order(_id){_id, title}")).toEqual([
      { _id: "drafts.home", title: "Draft" },
      { _id: "home", title: "Spring" },
      { _id: "new", title: "New" },
    ]);
    expect(await get("home")).toMatchObject({ _createdAt });
    expect(await client().releases.get({ releaseId: "rSpring" })).toMatchObject({
      state: "published",
      publishedAt: expect.any(String),
      finalDocumentStates: [
        { id: "versions.rSpring.gone" },
        { id: "versions.rSpring.home" },
        { id: "versions.rSpring.new" },
      ],
    });
    const { documents } = await client().request<{ documents: unknown[] }>({
      url: "/data/history/production/documents/versions.rSpring.home?lastRevision=true",
    });
    expect(documents).toMatchObject([{ title: "Spring" }]);
    await client().releases.delete({ releaseId: "rSpring" });
    expect(await client().releases.get({ releaseId: "rSpring" })).toBeUndefined();
  });

  test("is not published in parts: a reference without its target holds all of it back", async () => {
    await client().releases.create({ releaseId: "rBroken", metadata });
    const reference = {
      _type: "reference",
      _ref: "nowhere",
      _weak: true,
      _strengthenOnPublish: { type: "page" },
    };
    await client().action([version("rBroken", "first"), version("rBroken", "second", { reference })]);
    await expect(client().releases.publish({ releaseId: "rBroken" })).rejects.toMatchObject({
      statusCode: 409,
    });
    expect(await get("first")).toBeUndefined();
    expect(await get("_.releases.rBroken")).toMatchObject({ state: "active" });
  });

  test("comes back from the archive with its documents", async () => {
    const { releases } = client();
    await releases.create({ releaseId: "rOld", metadata });
    await client().action(version("rOld", "relic", { title: "Kept" }));
    await expect(releases.delete({ releaseId: "rOld" })).rejects.toMatchObject(conflict);
    await releases.archive({ releaseId: "rOld" });
    expect(await get("versions.rOld.relic")).toBeUndefined();
    await expect(client().action(version("rOld", "other"))).rejects.toMatchObject(conflict);
    await releases.unarchive({ releaseId: "rOld" });
    expect(await get("versions.rOld.relic")).toMatchObject({ title: "Kept" });
    expect(await get("_.releases.rOld")).toMatchObject({ state: "active" });
    expect(await get("_.releases.rOld")).not.toHaveProperty("finalDocumentStates");
  });

  test("that is scheduled is locked, and published at its time", async () => {
    const { releases } = client();
    await releases.create({ releaseId: "rLater", metadata });
    await client().action(version("rLater", "later", { title: "At last" }));
    await releases.schedule({ releaseId: "rLater", publishAt: "2998-01-01T00:00:00Z" });
    await releases.schedule({ releaseId: "rLater", publishAt: "2999-01-01T00:00:00Z" });
    expect(await get("_.releases.rLater")).toMatchObject({
      state: "scheduled",
      publishAt: "2999-01-01T00:00:00.000Z",
    });
    const edit = client().patch("versions.rLater.later").set({ title: "Too late" }).commit();
    await expect(edit).rejects.toMatchObject({ statusCode: 409 });
    await releases.unschedule({ releaseId: "rLater" });
    await client().patch("versions.rLater.later").set({ title: "In time" }).commit();
    await releases.schedule({ releaseId: "rLater", publishAt: new Date(Date.now() + 50).toISOString() });
    await expect.poll(() => get("_.releases.rLater")).toMatchObject({ state: "published" });
    expect(await get("later")).toMatchObject({ title: "In time" });
  });

  test("of one document takes its draft with it, unless that was edited since", async () => {
    const { releases } = client();
    for (const id of ["same", "edited"]) {
      const releaseId = `rOnly-${id}`;
      await client().create({ _id: `drafts.${id}`, _type: "page", title: "Scheduled" });
      await releases.create({ releaseId, metadata: { ...metadata, cardinality: "one" } });
      await client().action({
        actionType: "sanity.action.document.version.create",
        publishedId: id,
        baseId: `drafts.${id}`,
        versionId: `versions.${releaseId}.${id}`,
      } as never);
      if (id === "edited") await client().patch("drafts.edited").set({ title: "Later" }).commit();
      await releases.publish({ releaseId });
      expect(await get(id)).toMatchObject({ title: "Scheduled" });
    }
    expect(await get("drafts.same")).toBeUndefined();
    expect(await get("drafts.edited")).toMatchObject({ title: "Later" });
  });

  test("that cannot be published at its time becomes active again and says why", async () => {
    await client().releases.schedule({ releaseId: "rBroken", publishAt: new Date().toISOString() });
    await expect
      .poll(() => get("_.releases.rBroken"))
      .toMatchObject({ state: "active", error: { message: expect.stringContaining("nowhere") } });
    expect(await get("first")).toBeUndefined();
  });

  test("is published at the next start if the lake was closed at its time", async () => {
    const directory = newDirectory();
    const first = await startLake({ directory });
    await first.writer.releases.create({ releaseId: "rNight", metadata });
    await first.writer.action(version("rNight", "night"));
    const publishAt = new Date(Date.now() + 2_000).toISOString();
    await first.writer.releases.schedule({ releaseId: "rNight", publishAt });
    await first.stop();
    await expect.poll(() => new Date().toISOString() > publishAt).toBe(true);
    const tool = await startLake({ directory, isTool: true });
    await tool.writer.releases.create({ releaseId: "rOther", metadata });
    await delay(50);
    expect(await tool.reader.getDocument("_.releases.rNight")).toMatchObject({ state: "scheduled" });
    await tool.stop();
    const second = await startLake({ directory });
    await expect.poll(() => second.reader.getDocument("night")).toBeDefined();
    expect(await second.reader.getDocument("_.releases.rNight")).toMatchObject({ state: "published" });
    await second.stop();
    rmSync(directory, { recursive: true });
  });

  test("is imported as it was, and does not publish by itself", async () => {
    const document = {
      _id: "_.releases.rCopy",
      _type: "system.release",
      name: "rCopy",
      metadata,
      state: "scheduled",
      publishAt: "2020-01-01T00:00:00Z",
    };
    const action = {
      actionType: "sanity.action.release.import",
      releaseId: "rCopy",
      document,
      ifExists: "fail",
    } as const;
    await client().action(action);
    await expect(client().action(action)).rejects.toMatchObject({ statusCode: 409 });
    await client().action({ ...action, ifExists: "ignore" });
    expect(await get("_.releases.rCopy")).toMatchObject({
      state: "active",
      metadata: { intendedPublishAt: "2020-01-01T00:00:00Z" },
    });
  });

  test("changes nothing on a dry run", async () => {
    await client().releases.publish({ releaseId: "rCopy" }, { dryRun: true });
    expect(await get("_.releases.rCopy")).toMatchObject({ state: "active" });
  });
});

const releaseAction = (type: string, rest: object = {}) => ({
  actionType: `sanity.action.release.${type}`,
  releaseId: "rCopy",
  ...rest,
});

test.each<[string, object, number]>([
  ["no name", releaseAction("create", { releaseId: undefined }), 400],
  ["a name with a dot", releaseAction("create", { releaseId: "a.b" }), 400],
  ["the name of a perspective", releaseAction("create", { releaseId: "drafts" }), 400],
  ["an unknown type", releaseAction("create", { releaseId: "r1", metadata: { releaseType: "now" } }), 400],
  ["metadata that is text", releaseAction("create", { releaseId: "r1", metadata: "text" }), 400],
  ["an edit of the state", releaseAction("edit", { patch: { set: { state: "published" } } }), 400],
  ["an edit of everything below", releaseAction("edit", { patch: { unset: ["..state"] } }), 400],
  [
    "an edit that inserts elsewhere",
    releaseAction("edit", { patch: { insert: { after: "finalDocumentStates[-1]", items: [1] } } }),
    400,
  ],
  ["an edit without metadata", releaseAction("edit", { patch: { unset: ["metadata"] } }), 400],
  ["a time that is none", releaseAction("schedule", { publishAt: "tomorrow" }), 400],
  ["a day that is none", releaseAction("schedule", { publishAt: "2026-99-99T00:00:00Z" }), 400],
  ["an import of an unknown state", releaseAction("import", { document: { state: "gone" } }), 400],
  ["a wish to forget", releaseAction("archive", { purge: true }), 400],
  ["a release that does not exist", releaseAction("publish", { releaseId: "rNone" }), 404],
  [
    "unpublishing another document",
    {
      actionType: "sanity.action.document.version.unpublish",
      versionId: "versions.rCopy.a",
      publishedId: "b",
    },
    400,
  ],
  ["an action of variants", { actionType: "sanity.action.document.variant.publish" }, 400],
])("%s is refused", async (_name, action, status) => {
  const before = await client().fetch("*");
  await expect(client().action(action as Action)).rejects.toMatchObject({ statusCode: status });
  expect(await client().fetch("*")).toEqual(before);
});

test("only actions change releases", async () => {
  const mutation = client().patch("_.releases.rCopy").set({ state: "published" }).commit();
  await expect(mutation).rejects.toMatchObject({ statusCode: 400 });
  await expect(client().create({ _id: "_.releases.rMine", _type: "system.release" })).rejects.toMatchObject({
    statusCode: 400,
  });
});
