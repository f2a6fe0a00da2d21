import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { chromium } from "@playwright/test";
import type { Browser, Page } from "@playwright/test";
import type { SanityClient } from "@sanity/client";
import { clientFor } from "lakelet/testing";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { serveBareStudio } from "../support/bare-studio.ts";
import type { BareStudio } from "../support/bare-studio.ts";
import { CHROMIUM_ARGS } from "../support/chromium-args.ts";
import { WAIT, WAIT_MS } from "../support/timeouts.ts";

/** The `lakelet` command under a Studio of a few lines, as somebody without this site would use it. */
const COMMAND = join(import.meta.dirname, "../../node_modules/.bin/lakelet");

/** Of one step that is tried again, within `WAIT`. */
const SHORT = { timeout: 10_000 };

let directory: string;
let studio: BareStudio;
let browser: Browser | undefined;
let page: Page;
let lake: Started;

interface Started {
  url: string;
  code: string;
  client: SanityClient;
  kill(): Promise<void>;
}

async function startLake(): Promise<Started> {
  const args = [COMMAND, "--data", directory, "--origin", studio.origin, "--port", "0"];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const [url, code] = await new Promise<[url: string, code: string]>((resolve, reject) => {
    child.once("exit", (status) => reject(new Error(`The command ended with ${status}`)));
    let printed = "";
    createInterface({ input: child.stdout }).on("line", (line) => {
      printed += `${line}\n`;
      const [, found, foundCode] = / at (http:\S+)\n[^]*code=(\S+)/.exec(printed) ?? [];
      if (found && foundCode) resolve([found, foundCode]);
    });
  });
  const { write } = JSON.parse(readFileSync(join(directory, "tokens.json"), "utf8")) as { write: string };
  const client = clientFor(url, write, { perspective: "raw" });
  return {
    url,
    code,
    client,
    kill: async () => {
      child.kill("SIGKILL");
      await exited;
    },
  };
}

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "lake-"));
  studio = await serveBareStudio();
  lake = await startLake();
  await studio.showLake(lake.url);
  const executablePath = process.env["CHROMIUM_PATH"];
  browser = await chromium.launch({ args: CHROMIUM_ARGS, ...(executablePath ? { executablePath } : {}) });
  page = await browser.newPage();
  page.setDefaultTimeout(WAIT_MS);
});

afterAll(async () => {
  await browser?.close();
  studio.close();
  await lake.kill();
  rmSync(directory, { recursive: true, force: true });
});

/** Signs in, opens the note from the list and returns once the form shows `text`. */
async function readNote(text: string): Promise<void> {
  await page.goto(`${studio.origin}/structure/note`);
  await page.getByLabel("Code from the terminal").fill(lake.code);
  await page.getByRole("button", { name: "Continue as administrator" }).click();
  await page.getByRole("link", { name: text }).click();
  await expect.poll(() => page.getByRole("textbox", { name: "Text" }).inputValue()).toBe(text);
}

it("a Studio shows and edits documents", async () => {
  await lake.client.create({ _id: "kept", _type: "note", text: "still here" });
  await readNote("still here");
  await page.getByRole("textbox", { name: "Text" }).fill("changed in the Studio");
  const draft = (): Promise<string> => lake.client.fetch(`*[_id == "drafts.kept"][0].text`);
  await expect.poll(draft).toBe("changed in the Studio");
});

it("the form of a deleted draft shows what it was", async () => {
  const draft = (): Promise<string> => lake.client.fetch(`*[_id == "drafts.gone"][0].text`);
  const field = page.getByRole("textbox", { name: "Text" });
  await page.goto(`${studio.origin}/structure/note;gone`);
  await field.fill("was here");
  await expect.poll(draft).toBe("was here");
  await lake.client.delete("drafts.gone");
  await page.goto(`${studio.origin}/structure/note;gone`);
  await expect.poll(() => field.inputValue()).toBe("was here");
});

it("a version of no release is edited and published in the Studio", async () => {
  await lake.client.create({ _id: "versions.agent.drawn", _type: "note", text: "drawn" });
  await page.goto(`${studio.origin}/structure/note;drawn?perspective=agent`);
  await page.getByRole("textbox", { name: "Text" }).fill("drawn by an agent");
  await expect
    .poll(() => lake.client.fetch(`*[_id == "versions.agent.drawn"][0].text`))
    .toBe("drawn by an agent");
  await page.getByTestId("action-publish").click();
  await expect.poll(() => lake.client.fetch(`*[_id == "drawn"][0].text`)).toBe("drawn by an agent");
  expect(await lake.client.getDocument("versions.agent.drawn")).toBeUndefined();
});

it("a variant is defined and deleted in the Studio", async () => {
  await page.goto(`${studio.origin}/variants`);
  const dialog = page.getByRole("dialog");
  const title = dialog.getByTestId("variant-form-title");
  const defined = (): Promise<object[]> =>
    lake.client.fetch(`*[_type == "system.variant"]{ conditions, "title": metadata.title }`);
  // While the Studio starts it drops a click, or closes what a click opened.
  await vi.waitFor(async () => {
    if ((await defined()).length > 0) return;
    if (!(await title.isVisible()))
      await page.getByRole("button", { name: "New variant definition" }).first().click(SHORT);
    await title.fill("Loyal customers", SHORT);
    await dialog.getByTestId("variant-form-condition-key").fill("audience", SHORT);
    await dialog.getByTestId("variant-form-condition-value").fill("loyal", SHORT);
    await page.getByTestId("submit-variant-button").click(SHORT);
    await vi.waitFor(async () => expect(await defined()).toHaveLength(1), SHORT);
  }, WAIT);
  await expect.poll(defined).toEqual([{ conditions: { audience: "loyal" }, title: "Loyal customers" }]);
  const deletion = page.getByTestId("delete-variant-dialog");
  // Waits for the Studio to know that no document has the variant.
  await expect
    .poll(async () => {
      if (!(await page.getByTestId("delete-variant-menu-item").isVisible()))
        await page.getByTestId("variant-detail-menu-button").click();
      await page.getByTestId("delete-variant-menu-item").click(SHORT);
      return deletion.isVisible();
    })
    .toBe(true);
  await deletion.getByRole("button", { name: /delete/i }).click();
  await expect.poll(defined).toEqual([]);
});

it("a list keeps its order and layout, the inspector its mode, the search its words", async () => {
  await lake.client.createOrReplace({ _id: "listed", _type: "note", text: "listed" });
  const stored = (key: string): Promise<unknown> =>
    page.evaluate(
      async (url) => (await fetch(url, { credentials: "include" })).json(),
      `${lake.url}/v2024-03-12/users/me/keyvalue/studio.${key}`,
    );
  const value = (expected: unknown) => [expect.objectContaining({ value: expected })];
  const choose = async (name: RegExp): Promise<void> => {
    await page.getByTestId("pane-context-menu-button").last().click();
    await page.getByRole("menuitem", { name }).click();
  };
  await page.goto(`${studio.origin}/structure/note`);
  await choose(/Sort by Created/);
  const byCreation = value(expect.objectContaining({ by: [{ field: "_createdAt", direction: "desc" }] }));
  await expect.poll(() => stored("structure-tool.sort-order.note")).toEqual(byCreation);
  await choose(/Detailed view/);
  await expect.poll(() => stored("structure-tool.layout.note")).toEqual(value("detail"));
  await page.goto(`${studio.origin}/structure/note;listed`);
  await page.getByTestId("document-pane").waitFor();
  await choose(/Inspect/);
  await page.getByRole("tab", { name: "Raw JSON" }).click();
  await expect.poll(() => stored("structure-tool.inspect-view-mode")).toEqual(value("raw"));
  await page.goto(`${studio.origin}/structure`);
  const words = page.getByPlaceholder("Search", { exact: true });
  const result = page.getByTestId("search-results").getByRole("option", { name: "listed" }).first();
  await vi.waitFor(async () => {
    if (!(await words.isVisible())) await page.getByTestId("studio-search").click(SHORT);
    await words.fill("", SHORT);
    await words.fill("listed", SHORT);
    await result.click(SHORT);
  }, WAIT);
  const recent = [expect.objectContaining({ terms: expect.objectContaining({ query: "listed" }) })];
  await expect
    .poll(() => stored("search.recent.production"))
    .toEqual(value(expect.objectContaining({ recentSearches: recent })));
});
