import { randomUUID } from "node:crypto";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { messageFields, orderFields, questionnaireFields } from "../abuse/abuse-harness.ts";
import { ADMIN_EMAILS, sessionCookie } from "../support/admins.ts";
import { copyFilledLake } from "../support/filled-lake.ts";
import { pageToken } from "../support/form-posts.ts";
import { sampleFiles } from "../support/sample-files.ts";
import { lakeClient, lakeTokens, startSiteProcess, type SiteProcess } from "../support/site.ts";
import { WAIT } from "../support/timeouts.ts";
import { metadataHeader } from "../support/upload-harness.ts";

// A site that was started with umask 000, in a directory that was copied with rights for everybody.

const root = fileURLToPath(new URL("../..", import.meta.url));

let directory: string;
let dataDir: string;
let site: SiteProcess;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "private-"));
  dataDir = join(directory, "data");
  await copyFilledLake(join(dataDir, "lake"));
  mkdirSync(join(dataDir, "outbox/older"), { recursive: true });
  writeFileSync(join(dataDir, "outbox/older/mail.eml"), "a mail");
  writeFileSync(join(directory, "elsewhere.txt"), "not ours");
  symlinkSync(join(directory, "elsewhere.txt"), join(dataDir, "link"));
  openToEverybody(dataDir);
  const start = join(directory, "start.ts");
  const server = JSON.stringify(join(root, "server/index.ts"));
  writeFileSync(
    start,
    `process.umask(0);\nconst { startSite } = await import(${server});\nawait startSite(process.env);\n`,
  );
  site = await startSiteProcess({ dataDir, entry: relative(root, start), env: { ADMIN_EMAILS } });
});
afterAll(async () => {
  await site?.stop();
  rmSync(directory, { recursive: true });
});

function pathsBelow(path: string): string[] {
  return [
    path,
    ...readdirSync(path, { withFileTypes: true, recursive: true })
      .filter((entry) => !entry.isSymbolicLink())
      .map((entry) => join(entry.parentPath, entry.name)),
  ];
}
const modeOf = (path: string) => {
  const stats = statSync(path);
  return `${stats.isDirectory() ? "directory" : "file"} ${(stats.mode & 0o777).toString(8)}`;
};
function openToEverybody(path: string): void {
  for (const one of pathsBelow(path)) chmodSync(one, statSync(one).isDirectory() ? 0o777 : 0o666);
}
/** Everything below the data directory that has other rights than it should. */
const open = () =>
  pathsBelow(dataDir)
    .filter((path) => !["directory 700", "file 600"].includes(modeOf(path)))
    .map((path) => [relative(dataDir, path), modeOf(path)]);

const post = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
  fetch(site.origin + path, { method: "POST", headers: { origin: site.origin, ...headers }, body });

test("nobody else reads what the directory held, nor what a whole run of forms leaves in it", async () => {
  await vi.waitUntil(() => open().length === 0, WAIT);
  expect(modeOf(join(dataDir, "outbox/older/mail.eml"))).toBe("file 600");
  expect(modeOf(join(directory, "elsewhere.txt"))).not.toBe("file 600");

  const questionnaire = new FormData();
  for (const [name, value] of Object.entries(questionnaireFields("Words"))) questionnaire.set(name, value);
  questionnaire.set("additionalInfo.attachments", new Blob([new Uint8Array(sampleFiles.pdf)]), "plan.pdf");
  for (const [path, body] of [
    ["/contact.data", new URLSearchParams(messageFields(await pageToken(site.origin)))],
    ["/newsletter.data", new URLSearchParams({ email: "ada@example.com" })],
    ["/questionnaire", questionnaire],
    ["/contract.data", new URLSearchParams({ ...orderFields("Words"), intent: "place" })],
  ] as const)
    expect([path, (await post(path, body)).ok]).toEqual([path, true]);
  const metadata = metadataHeader({ key: randomUUID(), draft: randomUUID(), filename: "a.pdf" });
  const tus = { "tus-resumable": "1.0.0", "upload-length": "100", "upload-metadata": metadata };
  expect((await post("/api/uploads", "", tus)).status).toBe(201);
  await sessionCookie(dataDir);
  const store = lakeClient(site, lakeTokens(dataDir).write);
  await store.assets.upload("image", sampleFiles.png, { filename: "a.png" });
  await store.assets.upload("file", sampleFiles.pdf, { filename: "a.pdf" });
  const home = await (await fetch(site.origin)).text();
  const picture = /\/lake\/images\/[^"\s]+/.exec(home)?.[0].replaceAll("&amp;", "&");
  expect((await fetch(site.origin + (picture ?? "/none"))).status).toBe(200);
  const mails = () => readdirSync(join(dataDir, "outbox")).filter((name) => name.endsWith(".eml"));
  await vi.waitUntil(() => mails().length > 3, WAIT);

  const paths = pathsBelow(dataDir).map((path) => relative(dataDir, path));
  for (const kept of ["lake/tokens.json", "session-secret", "queue/queue.sqlite", "queue/usage.sqlite"])
    expect(paths).toContain(kept);
  for (const folder of ["uploads", "outbox", "lake"])
    expect(paths.filter((path) => path.startsWith(`${folder}/`)).length).toBeGreaterThan(2);
  expect(open()).toEqual([]);
});
