import { parseWithZod } from "@conform-to/zod/v4";
import { clientPair } from "lakelet/testing";
import { beforeEach, describe, expect, it, test } from "vitest";
import { changeSubmission, notesSchema, readStatusForm } from "../../app/admin/change-status.server.ts";
import { NOT_SPAM } from "../../app/admin/review.ts";
import { proxiedLake } from "../support/queue-harness.ts";
import { sampleContract } from "../support/sample-submissions.ts";

const { lake, proxy } = proxiedLake();

const id = sampleContract(1)._id;
let rev = "";
beforeEach(async () => {
  proxy.clear();
  await lake.writer.delete({ query: `*[_type == "statusChange"]` });
  rev = (await lake.writer.createOrReplace(sampleContract(1)))._rev;
});

const ada = { kind: "contracts", id, to: "reviewed", by: "ada@example.com" } as const;
const stored = () => lake.reader.getDocument<{ adminStatus: string; _rev: string }>(id);
const history = () =>
  lake.reader.fetch<object[]>(
    `*[_type == "statusChange" && subject == $id] | order(at asc){ subject, from, to, by }`,
    { id },
  );

test("notes are written over the revision that was seen, and emptied", async () => {
  const note = { kind: "contracts", id, by: ada.by, notes: "Called back.\nWants a quote." } as const;
  expect(await changeSubmission(lake.store, { ...note, rev })).toBe("changed");
  const noted = await lake.reader.getDocument<{ adminNotes: string; _rev: string }>(id);
  expect(noted?.adminNotes).toBe(note.notes);
  expect(await changeSubmission(lake.store, { ...note, notes: "Too late", rev })).toBe("conflict");
  expect(await changeSubmission(lake.store, { ...note, notes: "", rev: noted?._rev ?? "" })).toBe("changed");
  expect(await lake.reader.getDocument(id)).not.toHaveProperty("adminNotes");
  expect(await changeSubmission(lake.store, { ...note, kind: "subscribers", rev })).toBe("invalid");
  expect(await changeSubmission(lake.store, { ...note, kind: "messages", rev })).toBe("missing");
  const form = new FormData();
  form.set("rev", "1");
  form.set("notes", " one\r\ntwo ");
  expect(parseWithZod(form, { schema: notesSchema })).toMatchObject({
    status: "success",
    value: { rev: "1", notes: "one\ntwo" },
  });
  form.set("notes", "x".repeat(5_001));
  expect(parseWithZod(form, { schema: notesSchema }).reply().error).toEqual({
    notes: ["Please use at most 5,000 characters"],
  });
});

describe("changeSubmission", () => {
  it("changes the status and notes who did it; no visitor sees the note", async () => {
    expect(await changeSubmission(lake.store, { ...ada, rev })).toBe("changed");
    const next = (await stored())?._rev ?? "";
    expect(
      await changeSubmission(lake.store, { ...ada, rev: next, to: "closed", by: "grace@example.com" }),
    ).toBe("changed");
    expect((await stored())?.adminStatus).toBe("closed");
    expect(await history()).toEqual([
      { subject: id, from: "new", to: "reviewed", by: "ada@example.com" },
      { subject: id, from: "reviewed", to: "closed", by: "grace@example.com" },
    ]);
    expect(await lake.anonymous.fetch(`*[_type == "statusChange"]`)).toEqual([]);
  });

  it("of two admins who saw the same lets one win, whoever comes second, also at once", async () => {
    const both = await Promise.all([
      changeSubmission(lake.store, { ...ada, rev }),
      changeSubmission(lake.store, { ...ada, rev, to: "closed", by: "grace@example.com" }),
    ]);
    expect(both.toSorted()).toEqual(["changed", "conflict"]);
    expect(await changeSubmission(lake.store, { ...ada, rev })).toBe("conflict");
    expect(await history()).toHaveLength(1);
  });

  it("takes no page of a proxy for the store's word", async () => {
    const page = { kind: "status", status: 200, body: "<html>" } as const;
    const store = clientPair(`${proxy.origin}/lake`, lake.lake.tokens, { maxRetries: 0 });
    void proxy.fail({ path: /\/mutate\//, fault: page });
    await expect(changeSubmission(store, { ...ada, rev })).rejects.toMatchObject({ code: "unavailable" });
    proxy.clear();
    void proxy.fail({ path: /\/query\//, fault: page });
    await expect(changeSubmission(store, { ...ada, rev })).rejects.toMatchObject({ code: "unavailable" });
    proxy.clear();
    expect(await changeSubmission(store, { ...ada, rev })).toBe("changed");
  });

  it("leaves alone what is so already, and what is no contract", async () => {
    expect(await changeSubmission(lake.store, { ...ada, rev, to: "new" })).toBe("changed");
    expect(await changeSubmission(lake.store, { ...ada, rev, kind: "messages" })).toBe("missing");
    expect(await changeSubmission(lake.store, { ...ada, rev, id: "siteSettings" })).toBe("missing");
    expect((await stored())?._rev).toBe(rev);
    expect(await history()).toEqual([]);
  });

  it("takes a suspicion off once, however often it is asked for, and leaves the status", async () => {
    const suspect = { ...sampleContract(1), suspected: "no-mark" };
    rev = (await lake.writer.createOrReplace(suspect))._rev;
    const notSpam = { ...ada, to: NOT_SPAM } as const;
    expect(await changeSubmission(lake.store, { ...notSpam, rev: "another" })).toBe("conflict");
    expect(await changeSubmission(lake.store, { ...notSpam, rev })).toBe("changed");
    const freed = await lake.reader.getDocument(id);
    expect(freed).toMatchObject({ adminStatus: "new" });
    expect(freed).not.toHaveProperty("suspected");
    expect(await changeSubmission(lake.store, { ...notSpam, rev: freed?._rev ?? "" })).toBe("changed");
    expect(await history()).toEqual([
      { subject: id, from: "suspected", to: NOT_SPAM, by: "ada@example.com" },
    ]);
  });

  it("gives no status to what has none", async () => {
    expect(await changeSubmission(lake.store, { ...ada, rev, kind: "subscribers" })).toBe("invalid");
    expect(await history()).toEqual([]);
  });

  it("counts as changed when only the answer was lost, and is an error when the store is down", async () => {
    const far = clientPair(`${proxy.origin}/lake`, lake.lake.tokens, { maxRetries: 0 });
    proxy.fail({ method: "POST", path: /mutate/, fault: { kind: "lose-answer" } });
    expect(await changeSubmission(far, { ...ada, rev })).toBe("changed");
    expect(await history()).toHaveLength(1);
    proxy.clear();
    proxy.fail({ path: /query/, fault: { kind: "status", status: 503 } });
    await expect(changeSubmission(far, { ...ada, rev })).rejects.toMatchObject({ code: "unavailable" });
  });
});

it.each([
  [
    { status: "closed", rev: "a" },
    { to: "closed", rev: "a" },
  ],
  [
    { status: "not-spam", rev: "a" },
    { to: "not-spam", rev: "a" },
  ],
  [{ status: "suspected", rev: "a" }, null],
  [{ status: "open", rev: "a" }, null],
  [{ status: "closed", rev: "" }, null],
  [{ status: "closed" }, null],
])("readStatusForm %o", (fields, expected) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  expect(readStatusForm(form)).toEqual(expected);
});
