/**
 * What the admin's dashboard costs over many submissions: its first page (every table's first 50 rows, rendered), and one
 * table that is searched and sorted, over 10,000 questionnaires and 10,000 contracts beside the same over 100, on two sites
 * that take turns in one run. Times are of whole requests over HTTP, signed in.
 *
 *   node bench/admin.ts [--json] [--sizes 100,10000] [--rounds 15]      (after a build: npm start or npm test makes one)
 */
import { parseArgs } from "node:util";
import { ADMIN_EMAILS, sessionCookie } from "../tests/support/admins.ts";
import { sampleContract, sampleQuestionnaire, storeSamples } from "../tests/support/sample-submissions.ts";
import { lakeClient, lakeTokens, startSite, type RunningSite } from "../tests/support/site.ts";

const { values } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    sizes: { type: "string", default: "100,10000" },
    rounds: { type: "string", default: "15" },
  },
});
const sizes = values.sizes.split(",").map(Number);
const rounds = Number(values.rounds);

const REQUESTS = {
  "dashboard, first page": "/admin",
  "dashboard, data only": "/admin.data",
  "questionnaires, last page": "/admin/tables/questionnaires.data?questionnaires-page=1000000",
  "contracts, searched": "/admin/tables/contracts.data?contracts-search=ada",
  "contracts, sorted by name": "/admin/tables/contracts.data?contracts-sort=name",
  figures: "/admin/figures.data",
};

interface Desk {
  size: number;
  site: RunningSite;
  cookie: string;
}

interface Row {
  request: string;
  documents: number;
  /** Median, in milliseconds. */
  ms: number;
  bytes: number;
}

async function open(size: number): Promise<Desk> {
  const site = await startSite({ env: { ADMIN_EMAILS } });
  const lake = lakeClient(site, lakeTokens(site.dataDir).write);
  await storeSamples(lake, sampleQuestionnaire, size);
  await storeSamples(lake, sampleContract, size);
  return { size, site, cookie: await sessionCookie(site.dataDir) };
}

async function ask({ site, cookie }: Desk, path: string): Promise<{ ms: number; bytes: number }> {
  const started = performance.now();
  const response = await fetch(site.origin + path, { headers: { cookie }, redirect: "manual" });
  const body = await response.arrayBuffer();
  const ms = performance.now() - started;
  if (response.status !== 200) throw new Error(`${path} was answered with ${response.status}.`);
  return { ms, bytes: body.byteLength };
}

const median = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN;

const desks: Desk[] = [];
for (const size of sizes) desks.push(await open(size));

const rows: Row[] = [];
for (const [request, path] of Object.entries(REQUESTS)) {
  const times = new Map(desks.map((desk) => [desk, [] as number[]]));
  const bytes = new Map<Desk, number>();
  // The sites take turns, so that a busy moment of the machine hits all of them alike. The first three rounds warm.
  for (let round = -3; round < rounds; round++) {
    for (const desk of desks) {
      const answer = await ask(desk, path);
      if (round >= 0) times.get(desk)?.push(answer.ms);
      bytes.set(desk, answer.bytes);
    }
  }
  for (const desk of desks) {
    rows.push({
      request,
      documents: desk.size * 2,
      ms: median(times.get(desk) ?? []),
      bytes: bytes.get(desk) ?? 0,
    });
  }
}
for (const { site } of desks) await site.stop();

if (values.json) console.log(JSON.stringify({ benchmark: "admin", rows }));
else console.table(rows.map((row) => ({ ...row, ms: row.ms.toFixed(1) })));
