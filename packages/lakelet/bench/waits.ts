/**
 * How long others wait beside the most expensive queries that a stranger, an editor and an admin may send, and beside an admin's
 * large writes and exports: the longest time that the event loop stands still, and p99 of point reads meanwhile.
 *
 *   node packages/lakelet/bench/waits.ts [--json] [--sizes 10000,100000]
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createLake } from "lakelet";
import type { Lake } from "lakelet";
import { ENDLESS } from "../test/hostile-queries.ts";
import { documentAt, documents, fillLake } from "./lib/documents.ts";
import { judged, report } from "bench-kit/row";
import type { Row } from "bench-kit/row";

const { values } = parseArgs({
  options: { json: { type: "boolean", default: false }, sizes: { type: "string", default: "10000,100000" } },
});

const ORIGIN = "http://localhost";

const QUERIES: Readonly<Record<string, string>> = {
  "loops for hours": ENDLESS,
  "reads everything in everything": "*[count(*[count(*) > 0]) > 0]",
  "asks for everything": "*",
  "searches all texts": `*[[title, body[].children[].text] match "lor* ips* dol*"]`,
  "sorts by what no index has": "* | order(string::length(title) desc, title)[0...20]",
  "asks for an attribute for the first time": `*[_type == "page" && body[0].children[0].text == $never]`,
  "asks for an order for the first time": `*[_type == "page"] | order(never.asked)[0...20]`,
  "nests a thousand levels": `${"[".repeat(1000)}1${"]".repeat(1000)}`,
  "is as long as can be": `count([${"1,".repeat(120_000)}1])`,
};

const CALLERS = {
  stranger: () => ({}),
  editor: () => ({ cookie: "session=editor" }),
  admin: ({ tokens }: Lake) => ({ authorization: `Bearer ${tokens.read}` }),
};

/** An admin's requests besides queries: path below the version, and body. */
const REQUESTS: Readonly<Record<string, (size: number) => { path: string; body?: unknown }>> = {
  "exports everything": () => ({ path: "data/export/production" }),
  "asks for all versions of a document": () => ({ path: "data/doc/production/x?includeAllVersions=true" }),
  "stores 1,000 documents at once": (size) => mutate(created(1000, size)),
  "stores 3,900 documents (4 MB) at once": (size) => mutate(created(3900, size)),
  "patches 1,000 documents by a query": () =>
    mutate([{ patch: { query: `*[_type == "new"][0...1000]`, set } }]),
  "patches by a query that searches all texts": () =>
    mutate([{ patch: { query: `*[[title, body[].children[].text] match "lor* ips* nothing*"]`, set } }]),
  "patches by a query that loops for hours": () => mutate([{ patch: { query: `*[${ENDLESS} > 1]`, set } }]),
  "patches 3,900 documents by their ids": () =>
    mutate([{ patch: { id: Array.from({ length: 3900 }, (_, n) => `new-${n}`), set } }]),
};

const set = { seen: true };
const mutate = (mutations: unknown[]) => ({ path: "data/mutate/production", body: { mutations } });
const created = (count: number, size: number) =>
  Array.from({ length: count }, (_, n) => ({
    createOrReplace: { ...documentAt(n, size), _id: `new-${n}`, _type: "new" },
  }));

const editor = { id: "editor", name: "Editor", email: "", role: "editor" } as const;

async function measure(size: number): Promise<Omit<Row, "ok">[]> {
  const directory = mkdtempSync(join(tmpdir(), "bench-lake-"));
  const lake = await createLake({
    directory,
    publicUrl: ORIGIN,
    publicRead: true,
    session: {
      userOf: async ({ headers }) => (headers.get("cookie") === "session=editor" ? editor : null),
      loginPath: "/login",
      signOut: async () => [],
    },
  });
  await fillLake(lake, documents(size));
  const request = (query: string, headers: Record<string, string> = {}): Request =>
    new Request(`${ORIGIN}/v2025-02-19/data/query/production`, {
      method: "POST",
      headers,
      body: JSON.stringify({ query, params: { id: `document-${size >> 1}`, never: "x" } }),
    });

  /** Reads documents by id as the site does until `work` ends. Returns the longest stop of the loop, and p99. */
  async function beside(work: () => Promise<unknown>): Promise<{ stop: number; p99: number }> {
    const state = { ended: false };
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    await sleep(10);
    const until = work().finally(() => (state.ended = true));
    const times: number[] = [];
    do {
      const started = performance.now();
      await sleep(1);
      await (await lake.fetch(request("*[_id == $id][0]"))).text();
      times.push(performance.now() - started);
    } while (!state.ended);
    await until;
    delay.disable();
    const p99 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN;
    return { stop: delay.max / 1e6, p99 };
  }

  const idle = await beside(() => sleep(1000));
  const rows: Omit<Row, "ok">[] = [];
  const add = async (what: string, callerKey: string, ask: () => Request): Promise<void> => {
    const once = async (): Promise<void> => {
      const response = await lake.answer(ask(), { callerKey });
      // A turn between chunks, as a socket takes them.
      for await (const _ of response.body ?? []) await sleep(0);
      if (response.status >= 500) throw new Error(`${what}: ${response.status}`);
    };
    // The second finds what the first one has started or built.
    const { stop, p99 } = await beside(() => once().then(once));
    const name = `lake: ${size} documents, ${what}`;
    const reference = (figure: number) => ({ name: "of none", figure });
    rows.push({
      name: `${name}: stop`,
      figure: stop,
      unit: "ms",
      reference: reference(idle.stop),
      bound: { most: 50 },
    });
    rows.push({ name: `${name}: p99`, figure: p99, unit: "ms", reference: reference(idle.p99) });
  };
  for (const [caller, headersOf] of Object.entries(CALLERS))
    for (const [name, query] of Object.entries(QUERIES))
      await add(`${caller} ${name}`, name, () => request(query, headersOf(lake)));
  for (const [name, requestOf] of Object.entries(REQUESTS)) {
    const { path, body } = requestOf(size);
    const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
    const headers = { authorization: `Bearer ${lake.tokens.write}` };
    await add(
      `admin ${name}`,
      name,
      () => new Request(`${ORIGIN}/v2025-02-19/${path}`, { ...init, headers }),
    );
  }
  await lake.close();
  rmSync(directory, { recursive: true });
  return rows;
}

const rows: Omit<Row, "ok">[] = [];
for (const size of values.sizes.split(",")) rows.push(...(await measure(Number(size))));
report("lake-waits", rows.map(judged), values.json);
