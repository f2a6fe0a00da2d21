import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { startUpstashStandIn } from "stand-ins/upstash";
import { expect, test, vi } from "vitest";
import { listOutbox } from "../../app/email/transports.server.ts";
import { messageFields } from "../abuse/abuse-harness.ts";
import { ADMIN_EMAILS } from "../support/admins.ts";
import { pageToken } from "../support/form-posts.ts";
import { startHostedSite } from "../support/hosted.ts";
import { opened } from "../support/opened.ts";
import type { SiteProcess } from "../support/site.ts";
import { WAIT } from "../support/timeouts.ts";

// Two processes of one site, each with a data directory of its own: content in one store, the queue in one Redis.

const upstash = opened(startUpstashStandIn);
const hosted = opened(() =>
  startHostedSite({
    UPSTASH_REDIS_REST_URL: upstash.url,
    UPSTASH_REDIS_REST_TOKEN: upstash.token,
    SESSION_SECRET: "a secret that both processes have",
    ADMIN_EMAILS,
  }),
);

const MUTATE = { method: "POST", path: /\/data\/mutate\// };

/** Posts a message; returns its id in the store. Throws unless it was acknowledged. */
async function sendMessage({ origin }: SiteProcess): Promise<string> {
  const fields = messageFields({ email: `${randomUUID()}@example.com`, ...(await pageToken(origin)) });
  const body = new URLSearchParams(fields);
  const { ok, status } = await fetch(`${origin}/contact.data`, { method: "POST", headers: { origin }, body });
  if (!ok) throw new Error(`Not acknowledged: ${status}`);
  return `contact.${fields.submissionId}`;
}

test("what a process had in hand when it was killed is stored and mailed by another one, once", async () => {
  const { site, another, editor, proxy } = hosted;
  const victim = await another();
  const outbox = join(site.dataDir, "outbox");
  void proxy.fail({ ...MUTATE, fault: { kind: "status", status: 503 } });
  const ids = await Promise.all([sendMessage(victim), sendMessage(victim), sendMessage(victim)]);
  proxy.clear();
  await proxy.fail({ ...MUTATE, fault: { kind: "hang" } });
  await victim.kill();
  const sent = await listOutbox(join(victim.dataDir, "outbox"));
  await victim.stop();
  proxy.clear();
  // A process that hears of one job looks for all that are due.
  void proxy.fail({ ...MUTATE, fault: { kind: "status", status: 503 }, times: 3 });
  ids.push(await sendMessage(site));
  const stored = () => editor.fetch<string[]>(`*[_id in $ids]._id`, { ids });
  await vi.waitUntil(async () => (await stored()).length === ids.length, WAIT);
  const namesIn = (files: readonly string[]) => files.map((name) => name.split("-")[1]);
  const [before, after] = [namesIn(sent), async () => namesIn(await listOutbox(outbox))];
  // A receipt each, and a notice for each of two admins.
  const mails = async () => new Set([...before, ...(await after())]).size;
  await expect.poll(mails, { interval: 200 }).toBe(3 * ids.length);
  const left = await after();
  expect(new Set(left).size).toBe(left.length);
  // An email that was sent and not yet noted is sent again: what the killed process had in hand (app/email/mail-worker.server.ts).
  expect(left.filter((name) => before.includes(name)).length).toBeLessThanOrEqual(4);
});
