/**
 * How long an editor waits: for the Studio to show a document's form (first visit, and with the files already in the browser),
 * for the first edit to be stored, and for an edit to arrive in another tab. In a real browser on the built site.
 *
 *   CHROMIUM_PATH=/usr/bin/chromium node bench/studio.ts [--json] [--rounds 5]
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { chromium, type BrowserContext, type Page } from "@playwright/test";
import { ADMIN_EMAILS, signInContext } from "../tests/support/admins.ts";
import { lakeClient, lakeTokens, startSite } from "../tests/support/site.ts";
import { median } from "./lib/median.ts";

const { values } = parseArgs({
  options: { json: { type: "boolean", default: false }, rounds: { type: "string", default: "5" } },
});
const rounds = Number(values.rounds);

const site = await startSite({ env: { ADMIN_EMAILS } });
const writer = lakeClient(site, lakeTokens(site.dataDir).write);
const executablePath = process.env.CHROMIUM_PATH || undefined;
const browser = await chromium.launch({
  args: ["--no-sandbox", "--disable-gpu"],
  ...(executablePath ? { executablePath } : {}),
});

const headline = (page: Page) => page.getByTestId("field-headline").getByRole("textbox");

/** Until the form takes text; milliseconds. */
async function open(context: BrowserContext): Promise<{ page: Page; ms: number }> {
  const page = await context.newPage();
  const started = performance.now();
  await page.goto(`${site.origin}/studio/structure/homePage`);
  await page.waitForFunction(
    () => {
      const input = document.querySelector<HTMLInputElement>("[data-testid=field-headline] input");
      return input !== null && !input.readOnly && input.value !== "";
    },
    null,
    { polling: 20, timeout: 120_000 },
  );
  return { page, ms: performance.now() - started };
}

async function until(done: () => Promise<boolean>): Promise<void> {
  while (!(await done())) await new Promise((resolve) => setTimeout(resolve, 5));
}

const figures = { cold: [], warm: [], stored: [], otherTab: [] } as Record<string, number[]>;
for (let round = 0; round < rounds; round += 1) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await signInContext(context, site);
  const first = await open(context);
  const second = await open(context);
  const text = `Measured in round ${round}`;
  const started = performance.now();
  await headline(first.page).fill(text);
  const stored = until(async () => {
    const draft = await writer.getDocument("drafts.homePage");
    return draft?.["headline"] === text;
  }).then(() => performance.now() - started);
  const seen = second.page
    .waitForFunction(
      (wanted) =>
        document.querySelector<HTMLInputElement>("[data-testid=field-headline] input")?.value === wanted,
      text,
      { polling: 10, timeout: 60_000 },
    )
    .then(() => performance.now() - started);
  figures["cold"]?.push(first.ms);
  figures["warm"]?.push(second.ms);
  figures["stored"]?.push(await stored);
  figures["otherTab"]?.push(await seen);
  await context.close();
  await writer.delete("drafts.homePage");
}
await browser.close();
await site.stop();

const NAMES: Record<string, string> = {
  cold: "form ready, first visit",
  warm: "form ready, files in the browser",
  stored: "first edit stored",
  otherTab: "edit shown in another tab",
};
const rows = Object.entries(figures).map(([name, all]) => ({
  name: NAMES[name] ?? name,
  median: Math.round(median(all)),
  slowest: Math.round(Math.max(...all)),
}));
const result = { at: new Date().toISOString(), node: process.version, rounds, rows };
mkdirSync(new URL("results", import.meta.url), { recursive: true });
writeFileSync(
  fileURLToPath(new URL("results/studio.json", import.meta.url)),
  `${JSON.stringify(result, null, 2)}\n`,
);
if (values.json) console.log(JSON.stringify(result));
else
  console.table(rows.map(({ name, ...ms }) => ({ name, "median ms": ms.median, "slowest ms": ms.slowest })));
