/**
 * Lighthouse's mobile preset on every public page of the built site, and on one that an editor makes of every section: the median of several runs, one page at a time.
 *
 *   node bench/lighthouse.ts [--json] [--runs 5] [--routes /,/about]
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { sampleCustomPage } from "../tests/support/custom-page.ts";
import { lakeClient, lakeTokens, startSiteProcess } from "../tests/support/site.ts";
import { ensureLighthouse, lighthouse, type Run } from "./lib/lighthouse.ts";
import { median } from "bench-kit/median";

const { values } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    runs: { type: "string", default: "5" },
    routes: { type: "string" },
  },
});

async function publicRoutes(origin: string): Promise<string[]> {
  const sitemap = await (await fetch(`${origin}/sitemap.xml`)).text();
  return [...sitemap.matchAll(/<loc>(?<address>[^<]+)<\/loc>/g)].map(
    ({ groups }) => new URL(groups?.address ?? "/", origin).pathname,
  );
}

type Figure = Exclude<keyof Run, "findings">;

/** Median of each figure. */
function summary(route: string, runs: readonly Run[]) {
  const of = (figure: Figure) => median(runs.map((run) => run[figure]));
  return {
    route,
    performance: of("performance"),
    accessibility: of("accessibility"),
    "best practices": of("bestPractices"),
    seo: of("seo"),
    "FCP ms": Math.round(of("fcp")),
    "LCP ms": Math.round(of("lcp")),
    "TBT ms": Math.round(of("tbt")),
    CLS: Math.round(of("cls") * 1000) / 1000,
    machine: Math.round(of("machine")),
  };
}

const browser = await ensureLighthouse();
const site = await startSiteProcess();
const editor = lakeClient(site, lakeTokens(site.dataDir).write);
const image: unknown = await editor.fetch(`*[_id == "aboutPage"][0].image`);
await editor.create(sampleCustomPage("how-we-work", image));
const rows: ReturnType<typeof summary>[] = [];
const findings = new Set<string>();
try {
  for (const route of values.routes?.split(",") ?? (await publicRoutes(site.origin))) {
    const runs: Run[] = [];
    while (runs.length < Number(values.runs)) runs.push(await lighthouse(site.origin + route, browser));
    rows.push(summary(route, runs));
    for (const run of runs) for (const finding of run.findings) findings.add(`${route}: ${finding}`);
    if (!values.json) process.stderr.write(`${route}\n`);
  }
} finally {
  await site.stop();
}

const result = {
  at: new Date().toISOString(),
  runs: Number(values.runs),
  load: loadavg().map((load) => Math.round(load * 10) / 10),
  pages: rows,
  findings: [...findings],
};
const directory = fileURLToPath(new URL("results/", import.meta.url));
mkdirSync(directory, { recursive: true });
writeFileSync(`${directory}lighthouse.json`, `${JSON.stringify(result, null, 2)}\n`);
if (values.json) process.stdout.write(`${JSON.stringify(result)}\n`);
else {
  console.table(rows);
  for (const finding of result.findings) process.stdout.write(`${finding}\n`);
}
