/**
 * What one request costs a process of a site with many machines: processor time beside bare node:http in the same run, and calls of
 * content store, Redis and S3 (the site's own stand-ins). Then what that means for 10, 1,000 and 100,000 visitors a minute.
 *
 *   node bench/scaling.ts [--json] [--requests 400]        needs a built site (npm start builds one)
 */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { cpuMicros, pin } from "bench-kit/load";
import { startS3StandIn } from "stand-ins/s3";
import { startUpstashStandIn } from "stand-ins/upstash";
import { RedisJobs } from "../app/commands.server.ts";
import { messageFields } from "../tests/abuse/abuse-harness.ts";
import { ADMIN_EMAILS, signInAt } from "../tests/support/admins.ts";
import { pageToken } from "../tests/support/form-posts.ts";
import { startHostedSite } from "../tests/support/hosted.ts";
import { pdfOfSize } from "../tests/support/sample-files.ts";
import { metadataHeader } from "../tests/support/upload-harness.ts";
import { startRawServer } from "./raw-server.ts";
import { KINDS, planFor, type Cost, type Costs, type Kind } from "./scaling-model.ts";

const { values } = parseArgs({
  options: { json: { type: "boolean", default: false }, requests: { type: "string", default: "400" } },
});
const requests = Number(values.requests);
const CONNECTIONS = 8;
const UPLOAD_MB = 4;

const [s3, upstash] = await Promise.all([startS3StandIn(), startUpstashStandIn()]);
const { site, proxy, stop } = await startHostedSite({
  ...s3.env,
  UPSTASH_REDIS_REST_URL: upstash.url,
  UPSTASH_REDIS_REST_TOKEN: upstash.token,
  SESSION_SECRET: "a secret of the benchmark",
  ADMIN_EMAILS,
  // Each visitor has an IP of its own.
  TRUST_PROXY: "true",
  LOG_LEVEL: "fatal",
});
const { origin } = site;
pin(site.child.pid);
pin(process.pid, 1);

let visitors = 0;
const visitor = (): Record<string, string> => {
  visitors += 1;
  return { origin, "x-forwarded-for": `10.${visitors >> 16}.${(visitors >> 8) & 255}.${visitors & 255}` };
};

async function ask(url: string, init: RequestInit = {}): Promise<void> {
  const response = await fetch(url, init);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${response.status} ${init.method ?? "GET"} ${url}`);
}

/** What nobody's request causes is not counted: each process reads the purges of the others, and the benchmark the queue. */
const isCounted = (command: readonly string[]) =>
  !command.includes("page-cache:purges") && !command.includes("figures");

/** Resolves when the emails of all messages are sent. */
async function drained(): Promise<void> {
  const queue = new RedisJobs(upstash);
  while ((await queue.figures()).length > 0) await sleep(200);
}

/** Sends requests over some connections. Returns what one of them costs; the first ones warm and do not count. */
async function costOf(count: number, send: () => Promise<void>, pid = site.child.pid ?? 0): Promise<Cost> {
  async function sendAll(total: number): Promise<void> {
    let left = total;
    const lane = async () => {
      while (left-- > 0) await send();
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, lane));
    await drained();
  }
  await sendAll(Math.ceil(count / 4));
  const counts = () => ({
    micros: cpuMicros(pid),
    store: proxy.seen.length,
    redis: upstash.commands.filter(isCounted).length,
    s3: s3.proxy.seen.length,
  });
  const before = counts();
  await sendAll(count);
  const after = counts();
  const each = (name: keyof typeof before) => (after[name] - before[name]) / count;
  return { cpuMs: each("micros") / 1_000, store: each("store"), redis: each("redis"), s3: each("s3") };
}

const brotli = { headers: { "accept-encoding": "br" } };
const page = await (await fetch(`${origin}/`)).text();
const asset = /"(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? "";
const { formToken } = await pageToken(origin);
const cookie = await signInAt(site);
const file = new Uint8Array(pdfOfSize(UPLOAD_MB * 1024 ** 2));
const [tus, octets] = [{ "tus-resumable": "1.0.0" }, { "content-type": "application/offset+octet-stream" }];

async function sendMessage(): Promise<void> {
  const fields = messageFields({ email: `${randomUUID()}@example.com`, formToken });
  await ask(`${origin}/contact.data`, {
    method: "POST",
    headers: visitor(),
    body: new URLSearchParams(fields),
  });
}

async function sendFile(): Promise<void> {
  const [id, headers] = [randomUUID(), { ...visitor(), ...tus }];
  const metadata = metadataHeader({ key: id, draft: randomUUID(), filename: "plan.pdf" });
  const length = { "upload-length": String(file.length), "upload-metadata": metadata };
  await ask(`${origin}/api/uploads`, { method: "POST", headers: { ...headers, ...length } });
  const part = { ...headers, ...octets, "upload-offset": "0" };
  await ask(`${origin}/api/uploads/${id}`, { method: "PATCH", headers: part, body: file });
}

const view = JSON.stringify({ path: "/" });
const browser = { "content-type": "application/json", "user-agent": "Mozilla/5.0 (X11; Linux) Chrome/142.0" };
const raw = await startRawServer(`${origin}/`, brotli.headers);
pin(raw.child.pid);
const bare = await costOf(requests * 4, () => ask(raw.url, brotli), raw.child.pid ?? 0);
const perFile = await costOf(Math.ceil(requests / 20), sendFile);
const costs: Costs = {
  memory: await costOf(requests * 4, () => ask(`${origin}/`, brotli)),
  asset: await costOf(requests * 4, () => ask(origin + asset, brotli)),
  view: await costOf(requests, () =>
    ask(`${origin}/api/page-view`, { method: "POST", headers: { ...visitor(), ...browser }, body: view }),
  ),
  // A parameter that is given twice is no key of the page cache.
  render: await costOf(requests, () => ask(`${origin}/blog?page=1&page=1`, { headers: visitor() })),
  submission: await costOf(Math.ceil(requests / 2), sendMessage),
  upload: {
    cpuMs: perFile.cpuMs / UPLOAD_MB,
    store: perFile.store / UPLOAD_MB,
    redis: perFile.redis / UPLOAD_MB,
    s3: perFile.s3 / UPLOAD_MB,
  },
  admin: await costOf(Math.ceil(requests / 4), () =>
    ask(`${origin}/admin`, { headers: { ...visitor(), cookie } }),
  ),
};
raw.child.kill();
await stop();
await Promise.all([upstash.close(), s3.close()]);

const NAMES: Record<Kind, string> = {
  memory: "page from memory",
  asset: "script or font",
  view: "page view",
  render: "page rendered",
  submission: "message with its emails",
  upload: "upload, 1 MB",
  admin: "dashboard",
};
const plans = [10, 1_000, 100_000].map((perMinute) => planFor(perMinute, costs));
const round = (figure: number) => Math.round(figure * 100) / 100;
const rows = [
  { name: "bare node:http, a page's bytes", ...bare },
  ...KINDS.map((kind) => ({ name: NAMES[kind], ...costs[kind] })),
].map(({ name, cpuMs, store, redis, s3: files }) => ({
  name,
  figure: round(cpuMs),
  unit: "ms of processor time",
  "a second, one core": Math.round(1_000 / cpuMs),
  "of bare": round(bare.cpuMs / cpuMs),
  store: round(store),
  redis: round(redis),
  s3: round(files),
}));
if (values.json) console.log(JSON.stringify({ rows, plans }));
else {
  console.table(rows);
  console.table(
    plans.map(({ monthly, limits, ...plan }) => ({
      ...plan,
      ...Object.fromEntries(Object.entries(monthly).map(([name, calls]) => [`${name} a month`, calls])),
      ...Object.fromEntries(Object.entries(limits).map(([name, share]) => [`${name}, share`, round(share)])),
    })),
  );
}
