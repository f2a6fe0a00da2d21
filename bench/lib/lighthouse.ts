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

/** The part of Lighthouse's result that is read here. */
interface Report {
  environment: { benchmarkIndex: number };
  categories: Record<
    string,
    { score: number | null; auditRefs: { id: string; weight: number; group?: string }[] }
  >;
  audits: Record<string, { score: number | null; title: string; numericValue?: number }>;
}

/** What one run of one page says: scores of 100, times in milliseconds. */
export interface Run {
  performance: number;
  accessibility: number;
  bestPractices: number;
  seo: number;
  fcp: number;
  lcp: number;
  tbt: number;
  cls: number;
  /** Speed of the machine as Lighthouse felt it: below 1,500 or so, something else was running too. */
  machine: number;
  /** Rules that the page does not keep, other than of performance. */
  findings: string[];
}

/**
 * Installs Lighthouse beside its lock file when it is not there yet. Answers the path of the browser to measure with: the
 * one without windows where there is one. It draws in software on the cores that run the page, and with windows it draws
 * those too: the blocking time measured then is mostly time in which the page had no processor.
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

/** How often a page is visited anew when a busy machine let the browser lose its trace. */
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

/** Visits a page once, in a browser of its own, as Lighthouse's mobile preset does (simulated slow 4G, processor at a quarter). */
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
