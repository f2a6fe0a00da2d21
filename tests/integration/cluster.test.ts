import { randomUUID } from "node:crypto";
import { expect, test, vi } from "vitest";
import { FIRST_CHUNK } from "../../app/files/upload-rules.ts";
import { questionnaireFields } from "../abuse/abuse-harness.ts";
import { startClusterScene } from "../chaos/cluster-scene.ts";
import { seeded } from "../chaos/random.ts";
import { runChaos } from "../chaos/run.ts";
import { restartUnderLoad } from "../chaos/traffic.ts";
import { opened } from "../support/opened.ts";
import { orderVisitor } from "../support/order-visitor.ts";
import { pdfOfSize } from "../support/sample-files.ts";
import { lakeClient } from "../support/site.ts";
import { WAIT } from "../support/timeouts.ts";
import { metadataHeader, sha256 } from "../support/upload-harness.ts";

// Three processes of one site behind Caddy without sticky sessions, another one with the lake, Redis, S3, Stripe and mail: the topology
// of docs/operations.md.

const scene = opened(() => startClusterScene("info"));

/** An upload of four chunks, each of which goes to the given origin. */
function upload() {
  const [id, draft, bytes] = [randomUUID(), randomUUID(), pdfOfSize(4 * FIRST_CHUNK)];
  /** Retries what a busy process refuses, as the browser does. */
  const tus = (
    origin: string,
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: Buffer,
  ): Promise<Response> =>
    vi.waitUntil(async () => {
      const response = await fetch(`${origin}/api/uploads${path}`, {
        method,
        headers: { "tus-resumable": "1.0.0", origin, ...headers },
        ...(body ? { body: new Uint8Array(body) } : {}),
      });
      return response.status === 423 || response.status === 503 ? null : response;
    }, WAIT);
  const metadata = metadataHeader({ key: id, draft, filename: "plan.pdf", sha256: sha256(bytes) });
  const length = String(bytes.length);
  return {
    id,
    draft,
    bytes,
    begin: async (origin: string) =>
      (await tus(origin, "POST", "", { "upload-length": length, "upload-metadata": metadata })).status,
    async offset(origin: string) {
      const { status, headers } = await tus(origin, "HEAD", `/${id}`, {});
      return status === 200 ? Number(headers.get("upload-offset")) : `status ${status}`;
    },
    async send(origin: string, from: number) {
      const headers = { "upload-offset": String(from), "content-type": "application/offset+octet-stream" };
      const chunk = bytes.subarray(from, from + FIRST_CHUNK);
      return (await tus(origin, "PATCH", `/${id}`, headers, chunk)).status;
    },
  };
}

/** Which process of the site got each request whose path begins with one of these, in order. */
function handledBy(prefixes: readonly string[]): number[] {
  const requests = scene.cluster.sites.flatMap(({ program }, index) =>
    program
      .output()
      .split("\n")
      .filter((line) => line.startsWith("{") && prefixes.some((path) => line.includes(`"path":"${path}`)))
      .map((line) => {
        // Logged at its end, which a busy process may come to after others have had the next request.
        const { time, ms } = JSON.parse(line) as { time: number; ms: number };
        return { index, began: time - ms };
      }),
  );
  return requests.toSorted((a, b) => a.began - b.began).map(({ index }) => index);
}

/** True when no two requests in a row went to the same process. */
const hops = (processes: readonly number[]) =>
  processes.length > 2 && processes.every((one, index) => one !== processes[index - 1]);

test("a visitor's upload, questionnaire and order go through another process at every request", async () => {
  const { origin, editor, adminCookie, stripe, cluster } = scene;
  const { id, draft, bytes, begin, offset, send } = upload();
  expect(await begin(origin)).toBe(201);
  for (let from = 0; from < bytes.length; from += FIRST_CHUNK) {
    expect(await offset(origin)).toBe(from);
    expect(await send(origin, from)).toBe(204);
  }
  const form = new FormData();
  const fields = questionnaireFields("Words", { draftId: draft, attachmentIds: id });
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const post = { method: "POST", headers: { origin }, body: form, redirect: "manual" } as const;
  expect((await fetch(`${origin}/questionnaire`, post)).status).toBeLessThan(400);
  const opened = await fetch(`${origin}/admin/files/${id}`, { headers: { cookie: adminCookie } });
  expect(sha256(Buffer.from(await opened.arrayBuffer()))).toBe(sha256(bytes));
  const part = await fetch(`${origin}/admin/files/${id}`, {
    headers: { cookie: adminCookie, range: "bytes=0-3" },
  });
  expect([part.status, await part.text()]).toEqual([206, "%PDF"]);
  expect((await fetch(`${origin}/admin/files/${id}`, { redirect: "manual" })).status).not.toBe(200);
  const sent = await editor.fetch<{ _id: string }[]>(
    `*[_type == "clientQuestionnaire" && $file in additionalInfo.attachments[].url]{_id}`,
    { file: `/admin/files/${id}` },
  );
  expect(sent).toHaveLength(1);
  expect(cluster.s3.keys()).toEqual([`files/${id}`, `records/${id}.json`]);
  await vi.waitUntil(() => editor.getDocument(`storedFile.${id}`), WAIT);
  expect(await editor.getDocument(`storedFile.${id}`)).toMatchObject({
    subject: sent[0]?._id,
    url: `/admin/files/${id}`,
    size: bytes.length,
    customMetadata: { fileName: "plan.pdf", sha256: sha256(bytes) },
  });
  expect(hops(handledBy(["/api/uploads", "/questionnaire", "/admin/files"]))).toBe(true);

  const visitor = orderVisitor(origin, stripe.origin, { "contactInfo.email": "hops@example.com" });
  await visitor.startOver();
  expect(await visitor.comeBack()).toBe("completed");
  expect(hops(handledBy(["/contract.data", "/api/payment-intent"]))).toBe(true);
  expect(stripe.state.charges).toHaveLength(1);
  const orders = `count(*[_type == "contract" && contactInfo.email == "hops@example.com"])`;
  expect(await editor.fetch<number>(orders)).toBe(1);
});

test("an upload whose process is killed while it stores a chunk goes on at others", async () => {
  const { origin, cluster } = scene;
  const { proxy } = cluster.s3;
  const [first] = cluster.sites;
  const { begin, offset, send } = upload();
  expect(await begin(origin)).toBe(201);
  expect(await send(origin, 0)).toBe(204);
  // Killed while it holds the lock, which expires by itself.
  proxy.clear();
  void proxy.fail({ method: "PUT", path: /\/incoming\//, fault: { kind: "hang" }, times: 1 });
  const lost = send(first?.origin ?? "", FIRST_CHUNK).catch(() => null);
  await vi.waitUntil(
    () => proxy.seen.some((seen) => seen.startsWith("PUT") && seen.includes("0000262144")),
    WAIT,
  );
  await first?.program.kill(seeded(1));
  expect(await lost).toBeNull();
  proxy.clear();
  const others = cluster.sites.slice(1).map((site) => site.origin);
  expect(await offset(others[0] ?? "")).toBe(FIRST_CHUNK);
  expect(await send(others[0] ?? "", FIRST_CHUNK)).toBe(204);
  expect(await send(others[1] ?? "", 2 * FIRST_CHUNK)).toBe(204);
  await first?.program.ready();
});

test("what an editor publishes by Caddy is on every process soon, pictures and streams go through", async () => {
  const { origin, cluster, adminCookie } = scene;
  const pages = () => Promise.all(cluster.sites.map(async (site) => (await fetch(`${site.origin}/`)).text()));
  const before = await pages();
  const picture = /\/lake\/images[^" ]*/.exec(before[0] ?? "")?.[0].replaceAll("&amp;", "&") ?? "";
  expect((await fetch(origin + picture)).headers.get("content-type")).toMatch(/^image\//);

  const stream = new AbortController();
  const events = await fetch(`${origin}/admin/events`, {
    headers: { cookie: adminCookie, accept: "text/event-stream" },
    signal: stream.signal,
  });
  expect(events.headers.get("content-type")).toContain("text/event-stream");
  const socket = new WebSocket(`${origin.replace("http", "ws")}/lake/streams`, {
    headers: { authorization: `Bearer ${cluster.tokens.read}` },
  } as unknown as string[]);
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve);
    socket.addEventListener("error", reject);
  });
  socket.close();

  const editor = lakeClient(cluster, cluster.tokens.write);
  const headline = "Published while three processes serve it";
  await editor.patch("homePage").set({ headline }).commit();
  await expect.poll(async () => (await pages()).every((page) => page.includes(headline))).toBe(true);
  stream.abort();
  await events.text().catch(() => "");

  // The lake's own API is as closed as on one machine.
  const query = `${origin}/lake/v2025-02-19/data/query/production?query=1`;
  const status = async (headers: Record<string, string>) => (await fetch(query, { headers })).status;
  expect(await status({})).toBe(401);
  expect(await status({ "x-lake-site": "a guess" })).toBe(401);
});

test("a fourth process that joins under load, and a rolling restart of the others, fail no request", async () => {
  const { failed, codes, acknowledged, lost } = await restartUnderLoad(scene, 2);
  expect(failed).toEqual([]);
  expect(codes).toEqual([0, 0, 0]);
  expect(handledBy(["/contact.data"])).toContain(3);
  expect(acknowledged).toBeGreaterThan(10);
  expect(lost).toBe(0);
});

test("whatever is killed when: nothing acknowledged is lost, doubled or charged twice, and sign-in survives", async () => {
  const figures = await runChaos(scene, {
    seed: 18,
    seconds: 6,
    leastAcknowledged: 4,
    visitors: 6,
    awaitMails: false,
  });
  expect(figures.wrong).toEqual([]);
  expect(figures.kills.site).toBeGreaterThan(0);
  expect(figures.submissions.found).toBe(figures.submissions.acknowledged);
  expect(figures.submissions.acknowledged).toBeGreaterThan(3);
});
