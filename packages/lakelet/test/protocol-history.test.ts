import type { Action } from "@sanity/client";
import { beforeAll, describe, expect, test } from "vitest";
import { opened } from "./opened.ts";
import { startLake } from "./start-lake.ts";

type HistoryRow = Record<string, unknown>;

const started = opened(() => startLake());
/** Transaction ids of a document's changes, by name. */
const rev: Record<string, string> = {};

const pair = { publishedId: "page", draftId: "drafts.page" };
const edit = (title: string): Action => ({
  actionType: "sanity.action.document.edit",
  ...pair,
  patch: { set: { title } },
});
const life: Array<[name: string, ...actions: Action[]]> = [
  [
    "create",
    {
      actionType: "sanity.action.document.create",
      publishedId: "page",
      attributes: { _id: "drafts.page", _type: "page", title: "One" },
      ifExists: "fail",
    },
  ],
  ["edit", edit("Two")],
  ["publish", { actionType: "sanity.action.document.publish", ...pair }],
  ["again", edit("Three")],
  ["discard", { actionType: "sanity.action.document.discard", draftId: "drafts.page" }],
  ["unpublish", { actionType: "sanity.action.document.unpublish", ...pair }],
  ["publish2", { actionType: "sanity.action.document.publish", ...pair }],
  ["draft", edit("Four")],
  ["unpublish2", { actionType: "sanity.action.document.unpublish", ...pair }],
  ["publish3", { actionType: "sanity.action.document.publish", ...pair }],
  [
    "delete",
    { actionType: "sanity.action.document.delete", publishedId: "page", includeDrafts: ["drafts.page"] },
  ],
];

beforeAll(async () => {
  for (const [name, ...actions] of life) {
    const { transactionId } = (await started.writer.action(actions)) as { transactionId: string };
    rev[name] = transactionId;
  }
});

const get = async (path: string, token = started.lake.tokens.read): Promise<string> =>
  (
    await fetch(`${started.url}/v2025-02-19/data/history/production${path}`, {
      headers: { authorization: `Bearer ${token}` },
    })
  ).text();

const nameOf = (id: unknown): string => Object.entries(rev).find(([, one]) => one === id)?.[0] ?? String(id);

describe("events", () => {
  const ask = async (id: string, query = ""): Promise<{ events: HistoryRow[]; nextCursor: string }> => {
    const { events, nextCursor } = JSON.parse(await get(`/events/documents/${id}?${query}`)) as never;
    return { events: events[id] ?? [], nextCursor };
  };
  const brief = ({ type, revisionId, versionRevisionId }: HistoryRow): string[] => [
    String(type),
    ...[revisionId, versionRevisionId].filter(Boolean).map(nameOf),
  ];

  test("tell a draft's life, newest first", async () => {
    const { events, nextCursor } = await ask("drafts.page");
    expect(events.map(brief)).toEqual([
      ["publishDocumentVersion", "publish3", "draft"],
      ["unpublishDocument", "draft"],
      ["createDocumentVersion", "draft"],
      ["publishDocumentVersion", "publish2", "unpublish"],
      ["unpublishDocument", "unpublish"],
      ["deleteDocumentVersion", "discard"],
      ["createDocumentVersion", "again"],
      ["publishDocumentVersion", "publish", "edit"],
      ["createDocumentVersion", "create"],
    ]);
    expect(nextCursor).toBe("");
    expect(events.at(-1)).toEqual({
      type: "createDocumentVersion",
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      author: "robot-write",
      documentId: "page",
      versionId: "drafts.page",
      versionRevisionId: rev["create"],
    });
  });

  test("of a published document leave out when drafts were begun", async () => {
    const { events } = await ask("page");
    expect(events.map(({ type }) => type)).not.toContain("createDocumentVersion");
    expect(events).toHaveLength(7);
    expect(events[0]).toMatchObject({ type: "deleteDocumentGroup" });
  });

  test("of a draft that ends with its document end with its last state, which can be read", async () => {
    await started.writer.create({ _id: "gone", _type: "page", title: "Published" });
    await started.writer.create({ _id: "drafts.gone", _type: "page", title: "Draft" });
    const { transactionId } = await started.writer.action({
      actionType: "sanity.action.document.delete",
      publishedId: "gone",
      includeDrafts: ["drafts.gone"],
    });
    const { events } = await ask("drafts.gone");
    expect(events[0]).toMatchObject({ type: "deleteDocumentVersion", versionRevisionId: transactionId });
    const { documents } = JSON.parse(await get(`/documents/drafts.gone?revision=${transactionId}`)) as never;
    expect(documents).toMatchObject([{ _id: "drafts.gone", title: "Draft" }]);
  });

  test("come in parts", async () => {
    const all = (await ask("drafts.page")).events;
    const first = await ask("drafts.page", "limit=4");
    const second = await ask("drafts.page", `limit=4&nextCursor=${first.nextCursor}`);
    // The first part has one less: the end of the document is no event of its draft.
    expect([...first.events, ...second.events]).toEqual(all.slice(0, 7));
  });

  test("of a document without drafts are its changes", async () => {
    await started.writer.create({ _id: "live", _type: "note" });
    await started.writer.patch("live").set({ a: 1 }).commit();
    const { events } = await ask("live");
    expect(events.map(({ type }) => type)).toEqual(["updateLiveDocument", "createLiveDocument"]);
  });
});

describe("the log", () => {
  const ask = async (query: string, ids = "drafts.page"): Promise<HistoryRow[]> =>
    (await get(`/transactions/${ids}?effectFormat=mendoza&${query}`))
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as HistoryRow);
  const names = (lines: HistoryRow[]): string[] => lines.map(({ id }) => nameOf(id));

  test("has every transaction of the documents, with what it did", async () => {
    const lines = await ask("", "page,drafts.page");
    expect(names(lines)).toEqual(Object.keys(rev));
    expect(lines[2]).toMatchObject({
      author: "robot-write",
      documentIDs: expect.arrayContaining(["page", "drafts.page"]),
      effects: {
        page: { apply: [0, { title: "Two" }], revert: [0, null] },
        "drafts.page": { apply: [0, null], revert: [0, { title: "Two" }] },
      },
    });
  });

  test("goes from one transaction to another, both included, and backwards", async () => {
    const range = `fromTransaction=${rev["edit"]}&toTransaction=${rev["again"]}`;
    expect(names(await ask(range))).toEqual(["edit", "publish", "again"]);
    expect(names(await ask(`${range}&reverse=true&limit=2`))).toEqual(["again", "publish"]);
    expect(names(await ask("fromTransaction=&limit=2"))).toEqual(["create", "edit"]);
  });
});

describe("a document as it was", () => {
  const ask = async (query: string, ids = "drafts.page,page"): Promise<HistoryRow[]> =>
    (JSON.parse(await get(`/documents/${ids}?${query}`)) as { documents: HistoryRow[] }).documents;

  test("after a transaction", async () => {
    expect(await ask(`revision=${rev["edit"]}`)).toMatchObject([
      { _id: "drafts.page", title: "Two", _rev: rev["edit"] },
    ]);
    expect(await ask(`revision=${rev["again"]}`)).toMatchObject([
      { _id: "drafts.page", title: "Three", _rev: rev["again"] },
      { _id: "page", title: "Two", _rev: rev["publish"] },
    ]);
    expect(await ask("revision=nobody")).toEqual([]);
  });

  test("at every revision that events name, for the draft and for what was live before it", async () => {
    await started.writer.create({ _id: "seeded", _type: "note", title: "Seed" });
    await started.writer.patch("seeded").set({ title: "Live" }).commit();
    const seeded = { publishedId: "seeded", draftId: "drafts.seeded" };
    const edit = { actionType: "sanity.action.document.edit", ...seeded } as const;
    await started.writer.action({ ...edit, patch: { set: { title: "Draft" } } });
    await started.writer.action({ actionType: "sanity.action.document.publish", ...seeded });
    for (const id of ["seeded", "drafts.seeded"]) {
      const answer = JSON.parse(await get(`/events/documents/${id}`)) as {
        events: Record<string, HistoryRow[]>;
      };
      const events = answer.events[id] ?? [];
      expect(events.map(({ type }) => type)).toContain("createLiveDocument");
      for (const { revisionId, versionRevisionId } of events) {
        // As the Studio chooses: the version's own revision before the published one.
        const revision = id === "seeded" ? revisionId : (versionRevisionId ?? revisionId);
        expect(await ask(`revision=${String(revision)}`, id)).toMatchObject([{ _rev: revision }]);
      }
    }
    const titles = async (id: string) =>
      (await ask(`revision=${(await started.writer.getDocument("seeded"))?._rev}`, id)).map(
        ({ title }) => title,
      );
    expect(await titles("drafts.seeded,seeded")).toEqual(["Draft"]);
  });

  test("at a time, and when it was last seen", async () => {
    const { timestamp } = JSON.parse(await get(`/transactions/page?limit=1`)) as { timestamp: string };
    expect(await ask(`time=${timestamp}`)).toMatchObject([{ _id: "page", title: "Two" }]);
    expect(await ask(`time=${new Date().toISOString()}`)).toEqual([]);
    const elsewhere = `${new Date(Date.parse(timestamp) + 7_200_000).toISOString().slice(0, -1)}+02:00`;
    expect(await ask(`time=${encodeURIComponent(elsewhere)}`)).toMatchObject([{ title: "Two" }]);
    const until = (time: string) => get(`/transactions/page?toTime=${encodeURIComponent(time)}`);
    expect(await until(elsewhere)).toBe(await until(timestamp));
    for (const name of ["time", "toTime", "fromTime"]) {
      const path = name === "time" ? "documents" : "transactions";
      expect(await get(`/${path}/page?${name}=yesterday`)).toContain("must be an ISO 8601 time");
    }
    expect(await ask("lastRevision=true")).toMatchObject([
      { _id: "drafts.page", title: "Four" },
      { _id: "page", title: "Four" },
    ]);
  });
});

test("transactions of some authors only", async () => {
  const all = await get("/transactions/page");
  expect(JSON.parse(all.split("\n")[0] ?? "")).toMatchObject({ author: "robot-write", mutations: [] });
  expect(await get("/transactions/page?authors=robot-read,robot-write")).toBe(all);
  expect(await get("/transactions/page?authors=robot-read")).toBe("");
});

test("a document at one point of its history, not two", async () => {
  const path = `/documents/page?revision=${rev["publish"]}&lastRevision=true`;
  expect(JSON.parse(await get(path))).toMatchObject({ error: { type: "validationError" } });
});

test("history is nobody's business without a token", async () => {
  const answer = await fetch(`${started.url}/v1/data/history/production/transactions/page`);
  expect(answer.status).toBe(401);
  expect(JSON.parse(await get("/documents/page"))).toMatchObject({ error: { type: "validationError" } });
  expect(JSON.parse(await get("/events/documents/page?limit=x"))).toMatchObject({ error: {} });
});

describe("what is deleted", () => {
  const ask = async (query: string, token?: string) =>
    JSON.parse(await get(`/deleted?${query}`, token)) as { documents: HistoryRow[]; nextCursor: string };
  const idsOf = ({ documents }: { documents: HistoryRow[] }) => documents.map(({ documentId }) => documentId);

  test("is listed with who, when and which versions, newest first, while nothing of it is there", async () => {
    const { writer } = started;
    for (const _id of ["gone-a", "drafts.gone-b", "gone-c", "drafts.gone-c", "back", "kept", "drafts.kept"])
      await writer.create({ _id, _type: _id.endsWith("b") ? "note" : "post", title: _id });
    for (const _id of ["gone-a", "drafts.gone-b", "back", "drafts.kept"]) await writer.delete(_id);
    await writer.transaction().delete("gone-c").delete("drafts.gone-c").commit();
    await writer.create({ _id: "back", _type: "post" });
    const all = await ask("types=post,note");
    expect(all.documents).toEqual([
      expect.objectContaining({ documentId: "gone-c", versions: ["gone-c", "drafts.gone-c"] }),
      expect.objectContaining({ documentId: "gone-b", type: "note", versions: ["drafts.gone-b"] }),
      {
        documentId: "gone-a",
        type: "post",
        author: "robot-write",
        timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
        transactionId: expect.any(String),
        versions: ["gone-a"],
      },
    ]);
    expect(idsOf(await ask("types=note"))).toEqual(["gone-b"]);
    expect(idsOf(await ask(""))).toContain("page");
    const first = await ask("types=post,note&limit=1");
    const second = await ask(`types=post,note&limit=2&nextCursor=${first.nextCursor}`);
    expect([idsOf(first), idsOf(second)]).toEqual([["gone-c"], ["gone-b", "gone-a"]]);
    expect(JSON.parse(await get("/documents/gone-c,drafts.gone-c?lastRevision=true"))).toMatchObject({
      documents: [{ title: "gone-c" }, { title: "drafts.gone-c" }],
    });
  });

  test("is what is in no release either, but was", async () => {
    const { writer } = started;
    for (const _id of ["versions.rMay.gone-d", "versions.rMay.moved", "drafts.moved"])
      await writer.create({ _id, _type: "release-note" });
    for (const _id of ["versions.rMay.gone-d", "drafts.moved"]) await writer.delete(_id);
    expect((await ask("types=release-note")).documents).toMatchObject([
      { documentId: "gone-d", versions: ["versions.rMay.gone-d"] },
    ]);
  });

  test("is told to nobody without a token, and questions that make no sense are refused", async () => {
    const { status } = await fetch(`${started.url}/v1/data/history/production/deleted`);
    expect(status).toBe(401);
    for (const query of ["limit=0", "nextCursor=x", `types=${Array.from({ length: 51 }).fill("a")}`])
      expect(JSON.parse(await get(`/deleted?${query}`))).toMatchObject({
        error: { type: "validationError" },
      });
  });
});
