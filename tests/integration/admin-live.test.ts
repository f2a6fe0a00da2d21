import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { sessionCookie } from "../support/admins.ts";
import { startAdminSite, type AdminSite } from "../support/admin-site.ts";
import { sampleContract, sampleMessage, sampleQuestionnaire } from "../support/sample-submissions.ts";

let adminSite: AdminSite;
beforeAll(async () => {
  adminSite = await startAdminSite();
});
afterAll(() => adminSite.stop());

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
    const out = await fetch(`${adminSite.site.origin}/logout`, {
      method: "POST",
      headers: { cookie },
      redirect: "manual",
    });
    expect(out.status).toBeLessThan(400);
    expect(await stream.until("signed-out")).toContain("event: signed-out");
    expect(await stream.until("never")).not.toContain("never");
  });

  it.each(["", "session=nonsense"])("is closed to who has the session %o", async (cookie) => {
    const { response } = await listen(cookie);
    expect(response.status).toBe(401);
  });
});
