import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { referenceNumber } from "../../app/submissions/submission-id.server.ts";
import { startAdminSite } from "../support/admin-site.ts";
import { sessionCookie } from "../support/admins.ts";
import { postForm } from "../support/form-posts.ts";
import { opened } from "../support/opened.ts";
import {
  sampleContract,
  sampleMessage,
  sampleQuestionnaire,
  storeSamples,
} from "../support/sample-submissions.ts";

const adminSite = opened(startAdminSite);

const open: AbortController[] = [];
afterEach(() => {
  for (const controller of open.splice(0)) controller.abort();
});

/** Opens the stream and answers what reads it on until some text has come. */
async function listen(cookie: string) {
  const controller = new AbortController();
  open.push(controller);
  const response = await fetch(`${adminSite.site.origin}/admin/events`, {
    headers: { cookie, accept: "text/event-stream" },
    signal: controller.signal,
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let heard = "";
  const until = async (text: string) => {
    while (!heard.includes(text)) {
      const part = await reader?.read();
      if (!part || part.done) return heard;
      heard += part.value;
    }
    return heard;
  };
  return { response, until, stop: () => controller.abort() };
}

const listeners = () => adminSite.proxy.seen.filter((line) => line.includes("/data/listen/")).length;
const waitFor = async (true_: () => boolean | Promise<boolean>) => {
  while (!(await true_())) await new Promise((resolve) => setTimeout(resolve, 50));
};

/** What a listener takes at most to reach the store, milliseconds. */
const LISTENING = 300;

/** Opens a stream as the first one: whoever looked before may still be on the way out, and share its listener. */
async function listenAlone(cookie: string) {
  for (let pause = LISTENING; ; pause *= 2) {
    const before = listeners();
    const stream = await listen(cookie);
    await stream.until("retry");
    await sleep(LISTENING);
    if (listeners() > before) return stream;
    stream.stop();
    await sleep(pause);
  }
}

describe("/admin/events", () => {
  it("tells which table has changed, and nothing else", async () => {
    const stream = await listen(await sessionCookie(adminSite.site.dataDir));
    expect(stream.response.headers.get("content-type")).toContain("text/event-stream");
    expect(stream.response.headers.get("cache-control")).toBe("private, no-store");
    await waitFor(() => listeners() > 0);
    // The listener may still be on its way to the store: changes go on until one is heard.
    const ticking = setInterval(() => void adminSite.lake.writer.createOrReplace(sampleMessage(0)), 100);
    await stream.until("data: messages");
    clearInterval(ticking);
    await adminSite.lake.writer.create(sampleQuestionnaire(1));
    await stream.until("data: questionnaires");
    await adminSite.lake.writer.create(sampleContract(1));
    await adminSite.lake.writer.delete(sampleContract(1)._id);
    const heard = await stream.until("data: contracts\n\nevent: change\ndata: contracts");
    expect(heard).not.toMatch(/example\.com|sample/);
  });

  it("has one listener on the store for all, and none when nobody looks", async () => {
    const cookie = await sessionCookie(adminSite.site.dataDir);
    const first = await listenAlone(cookie);
    const count = listeners();
    const second = await listen(cookie);
    await second.until("retry");
    await sleep(LISTENING);
    expect(listeners()).toBe(count);
    first.stop();
    second.stop();
    // Only after the last one has gone can anybody be the first again.
    await listenAlone(cookie);
    expect(listeners()).toBeGreaterThan(count);
  });

  it("ends when the session does", async () => {
    const cookie = await sessionCookie(adminSite.site.dataDir);
    const stream = await listen(cookie);
    await stream.until("retry");
    const out = await postForm(`${adminSite.site.origin}/logout`, {}, { cookie });
    expect(out.status).toBeLessThan(400);
    expect(await stream.until("signed-out")).toContain("event: signed-out");
    expect(await stream.until("never")).not.toContain("never");
  });

  it.each(["", "session=nonsense"])("is closed to who has the session %o", async (cookie) => {
    const { response } = await listen(cookie);
    expect(response.status).toBe(401);
  });
});

/** Opens or posts a page as an admin, without scripts. */
async function visit(path: string, fields?: [string, string][]) {
  const { origin, dataDir } = adminSite.site;
  const cookie = await sessionCookie(dataDir);
  const response = await fetch(origin + path, {
    headers: { cookie, origin, accept: "text/html" },
    redirect: "manual",
    ...(fields ? { method: "POST", body: new URLSearchParams(fields) } : {}),
  });
  return {
    status: response.status,
    location: response.headers.get("location"),
    text: (await response.text()).replaceAll("<!-- -->", ""),
  };
}
const reference = (id: string) =>
  referenceNumber(readFileSync(join(adminSite.site.dataDir, "session-secret"), "utf8").trim(), id);

describe("the status of selected rows", () => {
  const mark = (kind: string, rows: readonly string[]) =>
    visit("/admin", [
      ["kind", kind],
      ["status", "closed"],
      ...rows.map((row): [string, string] => ["row", row]),
    ]);

  it("is set where nobody changed it meanwhile; the answer says where not", async () => {
    const { writer } = adminSite.lake;
    await storeSamples(writer, sampleMessage, 3);
    const { text } = await visit("/admin");
    const rows = [...text.matchAll(/value="(\S+ contact\.sample-\d)"/g)].map(([, value]) => value ?? "");
    expect(rows).toHaveLength(3);
    await writer.patch("contact.sample-2").set({ adminStatus: "reviewed" }).commit();
    const answer = await mark("messages", [...rows, "rev contact.gone"]);
    expect(answer.status).toBe(200);
    expect(answer.text).toContain("2 messages marked as Closed.");
    expect(answer.text).toContain("2 messages not changed:");
    for (const [id = "", why = ""] of [
      ["contact.sample-2", "was changed in the meantime"],
      ["contact.gone", "no longer exists"],
    ])
      expect(answer.text).toContain(`${reference(id)}</a> ${why}.`);
    const stored = `*[_type == "contactSubmission"] | order(_id asc).adminStatus`;
    expect(await writer.fetch(stored)).toEqual(["closed", "closed", "reviewed"]);
    const history = `*[_type == "statusChange" && string::startsWith(subject, "contact.")]{ by, to }`;
    expect(await writer.fetch(history)).toEqual([1, 2].map(() => ({ by: "ada@example.com", to: "closed" })));
  });

  it("needs a selection, of at most one page, of a kind that has a status", async () => {
    expect(await mark("messages", [])).toMatchObject({
      status: 422,
      text: expect.stringContaining("Select at least one row.") as string,
    });
    const many = Array.from({ length: 51 }, (_one, n) => `rev contact.${n}`);
    for (const [kind, rows] of [
      ["messages", many],
      ["messages", ["contact.sample-1"]],
      ["subscribers", ["rev subscriber.sample-1"]],
      ["sessions", ["rev x"]],
    ] as const)
      expect((await mark(kind, rows)).status).toBe(400);
  });
});

describe("deleting", () => {
  const pageOf = (kind: string, id: string) => `/admin/${kind}/${id}/delete`;
  const remove = async (kind: string, id: string, fields: Record<string, string> = {}) => {
    const { text } = await visit(pageOf(kind, id));
    const rev = /name="rev" value="([^"]+)"/.exec(text)?.[1] ?? "none";
    return visit(pageOf(kind, id), Object.entries({ rev, confirmation: "delete", ...fields }));
  };

  it("takes a submission and the documents of its files, and notes who did it", async () => {
    const { writer } = adminSite.lake;
    const upload = "6f9619ff-8b86-4d01-b42d-00cf4fc964ff";
    const id = "questionnaire.doomed";
    const attachments = [
      { _key: "a", name: "plan.pdf", url: `/admin/files/${upload}`, type: "application/pdf" },
    ];
    await writer.create({ ...sampleQuestionnaire(5), _id: id, additionalInfo: { attachments } } as never);
    await writer.create({ _id: `storedFile.${upload}`, _type: "storedFile", subject: id });
    const page = await visit(pageOf("questionnaires", id));
    expect(page.text).toContain("is deleted for good, with its file.");
    const unconfirmed = await remove("questionnaires", id, { confirmation: "" });
    expect(unconfirmed.status).toBe(422);
    expect(unconfirmed.text).toContain("Type delete to confirm.");
    expect((await remove("questionnaires", id, { rev: "another" })).status).toBe(409);
    const done = await remove("questionnaires", id);
    expect([done.status, done.location]).toEqual([303, "/admin?done=deleted-questionnaires#questionnaires"]);
    const said = "The questionnaire is deleted.";
    expect((await visit("/admin?done=deleted-questionnaires")).text).toContain(said);
    expect((await visit("/admin?done=deleted-contracts")).text).not.toContain(said);
    expect(await writer.fetch(`*[_id in [$id, $file]]._id`, { id, file: `storedFile.${upload}` })).toEqual(
      [],
    );
    const record = `*[_type == "statusChange" && subject == $id]{ from, to, by }`;
    expect(await writer.fetch(record, { id })).toEqual([
      { from: "new", to: "deleted", by: "ada@example.com" },
    ]);
    expect((await visit(pageOf("questionnaires", id))).status).toBe(404);
  });

  it("refuses contracts that were paid, invoiced or are being charged, with the reason", async () => {
    const { writer } = adminSite.lake;
    const sample = sampleContract(3);
    const payment = { ...sample.payment, stripePaymentIntent: "pi_1" };
    for (const [change, reason] of [
      [{ status: "completed" }, "because a payment was received for it"],
      [{ invoices: [{ _key: "a", number: "INV-1" }] }, "because an invoice was issued for it"],
      [{ payment }, "because a card payment was started for it"],
    ] as const) {
      await writer.createOrReplace({ ...sample, ...change } as never);
      expect((await visit(pageOf("contracts", sample._id))).text).toContain(reason);
      expect((await remove("contracts", sample._id)).status).toBe(409);
    }
    await writer.createOrReplace(sample);
    expect((await remove("contracts", sample._id)).status).toBe(303);
    expect((await remove("subscribers", sample._id)).status).toBe(404);
  });
});
