import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as tus from "tus-js-client";
import { afterEach, beforeEach, expect, test } from "vitest";
import { sendFile } from "../../app/files/send-file.ts";
import { freePort } from "../support/ports.ts";
import { pdfOfSize } from "../support/sample-files.ts";
import { startSiteProcess, type SiteProcess } from "../support/site.ts";
import { sha256 } from "../support/upload-harness.ts";

const SIZE = 9 * 1024 * 1024;

let dataDir: string;
let site: SiteProcess;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "killed-"));
});
afterEach(async () => {
  await site.stop();
  rmSync(dataDir, { recursive: true });
});

test("a site killed three times in mid-upload, and started again, ends with the whole file", async () => {
  const port = await freePort();
  site = await startSiteProcess({ port, dataDir });
  const [id, bytes] = [randomUUID(), pdfOfSize(SIZE)];
  const file = { size: SIZE, name: "plan.pdf", id, draft: randomUUID(), sha256: sha256(bytes) };
  const path = join(dataDir, "uploads", id);
  const keptAtKill: number[] = [];
  let restarting = Promise.resolve();

  async function killAndStart() {
    await site.kill();
    keptAtKill.push(existsSync(path) ? statSync(path).size : 0);
    site = await startSiteProcess({ port, dataDir });
  }

  const code = await new Promise<string | null>((resolve) => {
    let killed = 0;
    const upload = sendFile(
      tus,
      { ...file, source: bytes, endpoint: `${site.origin}/api/uploads` },
      {
        onProgress(sent) {
          if (killed === 3 || sent < (SIZE / 4) * (killed + 1)) return;
          killed += 1;
          restarting = killAndStart();
          void restarting.then(() => upload.nudge());
        },
        onDone: () => resolve(null),
        onFailed: (failure) => resolve(failure.code),
      },
    );
  });
  await restarting;

  expect(code).toBeNull();
  expect(keptAtKill).toHaveLength(3);
  // Nothing that had reached the disk was sent or lost again: each restart went on behind the one before.
  expect(keptAtKill).toEqual(keptAtKill.toSorted((a, b) => a - b));
  expect(keptAtKill.at(-1)).toBeGreaterThan(0);
  expect(sha256(readFileSync(path))).toBe(file.sha256);
});
