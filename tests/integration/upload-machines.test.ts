import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { FIRST_CHUNK } from "../../app/files/upload-rules.ts";
import { startS3Double, type S3Double } from "../../dev/doubles/s3.ts";
import { startUpstashDouble, type UpstashDouble } from "../../dev/doubles/upstash.ts";
import { questionnaireFields } from "../support/abuse-harness.ts";
import { ADMIN_EMAILS, signInAt } from "../support/admins.ts";
import { startHostedSite, type HostedSite } from "../support/hosted.ts";
import { pdfOfSize } from "../support/sample-files.ts";
import type { RunningSite } from "../support/site.ts";
import { metadataHeader, sha256 } from "../support/upload-harness.ts";

// Two processes of one site, each with a data directory of its own: content in one store, files in one bucket, locks in one Redis.

let s3: S3Double;
let upstash: UpstashDouble;
let hosted: HostedSite;
let other: RunningSite;
beforeAll(async () => {
  [s3, upstash] = await Promise.all([startS3Double(), startUpstashDouble()]);
  hosted = await startHostedSite({
    ...s3.env,
    UPSTASH_REDIS_REST_URL: upstash.url,
    UPSTASH_REDIS_REST_TOKEN: upstash.token,
    SESSION_SECRET: "a secret that both processes have",
    ADMIN_EMAILS,
  });
  other = await hosted.another();
}, 120_000);
afterAll(async () => {
  await other.stop();
  await hosted.stop();
  await upstash.close();
  await s3.close();
});

const tus = (
  site: RunningSite,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: Buffer,
) =>
  fetch(`${site.origin}/api/uploads${path}`, {
    method,
    headers: { "tus-resumable": "1.0.0", origin: site.origin, ...headers },
    ...(body ? { body: new Uint8Array(body) } : {}),
  });
const offsetAt = async (site: RunningSite, id: string) =>
  Number((await tus(site, "HEAD", `/${id}`, {})).headers.get("upload-offset"));
const patch = (site: RunningSite, id: string, from: number, bytes: Buffer) =>
  tus(
    site,
    "PATCH",
    `/${id}`,
    { "upload-offset": String(from), "content-type": "application/offset+octet-stream" },
    bytes,
  );

test("an upload begun at one process survives its kill -9, and goes on, is sent and opened at others", async () => {
  const { site, another, editor } = hosted;
  const [id, draft, bytes] = [randomUUID(), randomUUID(), pdfOfSize(3 * FIRST_CHUNK)];
  const metadata = metadataHeader({ key: id, draft, filename: "plan.pdf", sha256: sha256(bytes) });
  const length = String(bytes.length);
  const made = await tus(site, "POST", "", { "upload-length": length, "upload-metadata": metadata });
  expect(made.status).toBe(201);
  expect((await patch(site, id, 0, bytes.subarray(0, FIRST_CHUNK))).status).toBe(204);
  // Killed while it stores the next chunk and holds the lock.
  void s3.proxy.fail({ method: "PUT", path: /\/incoming\//, fault: { kind: "hang" }, times: 1 });
  const lost = patch(site, id, FIRST_CHUNK, bytes.subarray(FIRST_CHUNK, 2 * FIRST_CHUNK)).catch(() => null);
  await vi.waitUntil(() =>
    s3.proxy.seen.some((seen) => seen.startsWith("PUT") && seen.includes("0000262144")),
  );
  await site.kill();
  expect(await lost).toBeNull();

  // The lock of the killed process expires by itself.
  expect(await offsetAt(other, id)).toBe(FIRST_CHUNK);
  expect((await patch(other, id, FIRST_CHUNK, bytes.subarray(FIRST_CHUNK, 2 * FIRST_CHUNK))).status).toBe(
    204,
  );
  const third = await another();
  try {
    expect(await offsetAt(third, id)).toBe(2 * FIRST_CHUNK);
    expect((await patch(third, id, 2 * FIRST_CHUNK, bytes.subarray(2 * FIRST_CHUNK))).status).toBe(204);

    const form = new FormData();
    const fields = questionnaireFields("Words", { draftId: draft, attachmentIds: id });
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    const sent = await fetch(`${other.origin}/questionnaire`, {
      method: "POST",
      headers: { origin: other.origin },
      body: form,
      redirect: "manual",
    });
    expect(sent.status).toBeLessThan(400);
    const documents = await editor.fetch<{ _id: string; files: string[] }[]>(
      `*[_type == "clientQuestionnaire" && $file in additionalInfo.attachments[].url]{_id}`,
      { file: `/admin/files/${id}` },
    );
    expect(documents).toHaveLength(1);
    expect(s3.keys()).toEqual([`files/${id}`, `records/${id}.json`]);
    await vi.waitUntil(() => editor.getDocument(`storedFile.${id}`), { timeout: 10_000 });
    expect(await editor.getDocument(`storedFile.${id}`)).toMatchObject({
      subject: documents[0]?._id,
      url: `/admin/files/${id}`,
      size: bytes.length,
      customMetadata: { fileName: "plan.pdf", sha256: sha256(bytes) },
    });

    const cookie = await signInAt(third);
    const opened = await fetch(`${third.origin}/admin/files/${id}`, { headers: { cookie } });
    expect(sha256(Buffer.from(await opened.arrayBuffer()))).toBe(sha256(bytes));
    const part = await fetch(`${other.origin}/admin/files/${id}`, {
      headers: { cookie, range: "bytes=0-3" },
    });
    expect([part.status, await part.text()]).toEqual([206, "%PDF"]);
    const stranger = await fetch(`${third.origin}/admin/files/${id}`, { redirect: "manual" });
    expect(stranger.status).not.toBe(200);
  } finally {
    await third.stop();
  }
}, 120_000);
