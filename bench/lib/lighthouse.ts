import { execFile, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { chromium } from "@playwright/test";
import { ensureChromium } from "../../scripts/lib/install.mjs";
import { toolEnv } from "../../scripts/lib/run.mjs";
import { CHROMIUM_ARGS } from "../../tests/support/chromium-args.ts";

const home = fileURLToPath(new URL("../lighthouse", import.meta.url));
const command = `${home}/node_modules/lighthouse/cli/index.js`;

/** The fields of Lighthouse's result that are used. */
interface Report {
  environment: { benchmarkIndex: number };
  categories: Record<
    string,
    { score: number | null; auditRefs: { id: string; weight: number; group?: string }[] }
  >;
  audits: Record<string, { score: number | null; title: string; numericValue?: number }>;
}

/** The result of one run of one page: scores of 100, times in ms. */
export interface Run {
  performance: number;
  accessibility: number;
  bestPractices: number;
  seo: number;
  fcp: number;
  lcp: number;
  tbt: number;
  cls: number;
  /** Lighthouse's benchmark index of the machine: below some 1,500 it was busy with something else. */
  machine: number;
  /** Failed audits other than performance. */
  findings: string[];
}

/**
 * Installs Lighthouse next to its lock file if it is missing. Returns the path of the browser: headless where there is one, because
 * drawing windows in software takes CPU time from the page, which would count as blocking time.
 */
export async function ensureLighthouse(): Promise<string> {
  const browser = (await ensureChromium()) || chromium.executablePath();
  if (existsSync(command)) return browser;
  const { status } = spawnSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], {
    cwd: home,
    env: toolEnv(),
    stdio: ["ignore", 2, 2],
  });
  if (status !== 0) throw new Error("Lighthouse could not be installed.");
  return browser;
}

function runFrom({ environment, categories, audits }: Report): Run {
  const score = (category: string) => Math.round((categories[category]?.score ?? 0) * 100);
  const value = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
  const findings = ["accessibility", "best-practices", "seo"].flatMap((category) =>
    (categories[category]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => `${id}: ${audits[id]?.title}`),
  );
  return {
    performance: score("performance"),
    accessibility: score("accessibility"),
    bestPractices: score("best-practices"),
    seo: score("seo"),
    fcp: value("first-contentful-paint"),
    lcp: value("largest-contentful-paint"),
    tbt: value("total-blocking-time"),
    cls: value("cumulative-layout-shift"),
    machine: environment.benchmarkIndex,
    findings,
  };
}

/** Attempts per page: on a busy machine the browser may lose its trace. */
const ATTEMPTS = 3;

async function reportOf(args: readonly string[], browser: string): Promise<Report> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { stdout } = await promisify(execFile)(process.execPath, args, {
        env: toolEnv({ CHROME_PATH: browser }),
        maxBuffer: 1e8,
      });
      return JSON.parse(stdout) as Report;
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

/** Runs Lighthouse's mobile preset on a page once, in its own browser (simulated slow 4G, CPU at a quarter). */
export async function lighthouse(url: string, browser: string): Promise<Run> {
  const args = [
    command,
    url,
    "--quiet",
    "--output=json",
    "--no-enable-error-reporting",
    "--only-categories=performance,accessibility,best-practices,seo",
    `--chrome-flags=${["--headless", ...CHROMIUM_ARGS].join(" ")}`,
  ];
  return runFrom(await reportOf(args, browser));
}
