/**
 * What twenty visitors cost who upload 10 MB each at the same time: the site's peak resident memory over that of the same
 * site at rest, and the bytes per second next to a plain node:http server that writes the same bodies to files.
 *
 *   node bench/uploads.ts [--json] [--clients 20]      needs a built site (npm start builds one), on Linux
 */
import { randomUUID } from "node:crypto";
import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import * as tus from "tus-js-client";
import { sendFile } from "../app/submissions/files/send-file.ts";
import { pdfOfSize } from "../tests/support/sample-files.ts";
import { startSite } from "../tests/support/site.ts";
import { memory } from "./lib/memory.ts";

const { values } = parseArgs({
  options: { json: { type: "boolean", default: false }, clients: { type: "string", default: "20" } },
});
const clients = Number(values.clients);
const MB = 1024 * 1024;
const SIZE = 10 * MB;
const ROUNDS = 3;
const bytes = pdfOfSize(SIZE);

let visitors = 0;

/** Each visitor has an address of its own, as the site gives each address only so much room. */
function visitor() {
  const address = `192.0.2.${++visitors}`;
  return {
    Upload: class extends tus.Upload {
      constructor(source: Buffer, options: tus.UploadOptions) {
        super(source as never, { ...options, headers: { "x-forwarded-for": address } });
      }
    } as unknown as typeof tus.Upload,
  };
}

function upload(origin: string): Promise<void> {
  const file = { source: bytes, size: SIZE, name: "plan.pdf", id: randomUUID(), draft: randomUUID() };
  return new Promise((resolve, reject) => {
    sendFile(
      visitor(),
      { ...file, endpoint: `${origin}/api/uploads` },
      {
        onProgress: () => {},
        onDone: resolve,
        onFailed: ({ code, message }) => reject(new Error(`${code}: ${message}`)),
      },
    );
  });
}

/** MB per second of all clients together. */
async function throughput(send: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await Promise.all(Array.from({ length: clients }, send));
  return (clients * SIZE) / MB / ((performance.now() - started) / 1000);
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

const directory = mkdtempSync(join(tmpdir(), "bare-"));
const bare = createServer((request, response) => {
  void pipeline(request, createWriteStream(join(directory, randomUUID()))).then(() => response.end());
});
await new Promise<void>((resolve) => bare.listen(0, "127.0.0.1", resolve));
const bareOrigin = `http://127.0.0.1:${(bare.address() as AddressInfo).port}`;
const site = await startSite({ env: { TRUST_PROXY: "true" } });
const pid = site.child.pid ?? 0;

const figures = { site: [] as number[], bare: [] as number[] };
const fresh = memory(pid, "VmRSS");
// The first round is what makes the heap as large as it gets and keeps; the question is what uploads cost a site in use.
await throughput(() => upload(site.origin));
await sleep(3000);
const idle = memory(pid, "VmRSS");
writeFileSync(`/proc/${pid}/clear_refs`, "5"); // forgets the peak so far
for (let round = 0; round < ROUNDS; round++) {
  figures.site.push(await throughput(() => upload(site.origin)));
  figures.bare.push(
    await throughput(() => fetch(bareOrigin, { method: "POST", body: new Uint8Array(bytes) })),
  );
}
const peak = memory(pid, "VmHWM");
await site.stop();
bare.closeAllConnections();
bare.close();
rmSync(directory, { recursive: true });

const result = {
  clients,
  freshMb: Math.round(fresh / MB),
  idleMb: Math.round(idle / MB),
  peakMb: Math.round(peak / MB),
  overIdleMb: Math.round((peak - idle) / MB),
  siteMbPerSecond: Math.round(median(figures.site)),
  bareMbPerSecond: Math.round(median(figures.bare)),
};
if (values.json) console.log(JSON.stringify(result));
else {
  console.log(`${clients} clients, 10 MB each, ${ROUNDS} rounds`);
  console.log(`memory: ${result.freshMb} MB just started, ${result.idleMb} MB at rest after a first round,`);
  console.log(`        ${result.peakMb} MB at most: ${result.overIdleMb} MB more`);
  console.log(`bytes:  ${result.siteMbPerSecond} MB/s, a bare server ${result.bareMbPerSecond} MB/s`);
}
