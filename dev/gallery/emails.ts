import { mkdirSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Browser } from "@playwright/test";
import { runnerImport } from "vite";
import type * as EmailModules from "./email-modules.ts";

const WIDTHS = [390, 720] as const;
const THEMES = ["light", "dark"] as const;

interface EmailShot {
  html: string;
  width: (typeof WIDTHS)[number];
  theme: (typeof THEMES)[number];
}

/** Returns the HTML of every email with its sample props, by template name. */
export async function renderEmails(): Promise<Map<string, string>> {
  // Through Vite, because Node does not parse JSX.
  const file = fileURLToPath(new URL("email-modules.ts", import.meta.url));
  const options = { configFile: false, logLevel: "warn" } as const;
  const { EMAIL_TEMPLATES, PREVIEW_BRAND, renderEmail } = (
    await runnerImport<typeof EmailModules>(file, options)
  ).module;
  const site = { templates: EMAIL_TEMPLATES, brand: PREVIEW_BRAND };
  const rendered = EMAIL_TEMPLATES.map(async ({ name, preview }) => {
    const { html } = await renderEmail({ template: name, props: preview }, site);
    return [name, html] as const;
  });
  return new Map(await Promise.all(rendered));
}

/** Takes a screenshot of an email without scripts and network, as in a mail program. */
export async function takeEmail(browser: Browser, { html, width, theme }: EmailShot): Promise<Buffer> {
  const context = await browser.newContext({
    viewport: { width, height: 300 },
    colorScheme: theme,
    javaScriptEnabled: false,
    offline: true,
  });
  try {
    const page = await context.newPage();
    await page.setContent(html);
    return await page.screenshot({ fullPage: true });
  } finally {
    await context.close();
  }
}

/** Writes a screenshot of every email to a folder. */
export async function takeEmails(browser: Browser, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const [name, html] of await renderEmails())
    for (const width of WIDTHS)
      for (const theme of THEMES) {
        const picture = await takeEmail(browser, { html, width, theme });
        await writeFile(`${folder}mail-${name}-${width}-${theme}.png`, picture);
      }
}
