import { mkdirSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { chromium, type Browser } from "@playwright/test";
import { signInContext } from "../../tests/support/admins.ts";
import type { RunningSite } from "../../tests/support/site.ts";
import { renderEmails, takeEmail, takeEmails } from "./emails.ts";
import { SCREENS, type Screen } from "./screens.ts";
import { SHOWN, SHOWN_EMAIL, SHOWN_EMAILS, saveShown } from "./shown.ts";
import { startStage } from "./stage.ts";

const HEIGHTS = { 390: 844, 768: 1024, 1440: 900 } as const;
type Width = keyof typeof HEIGHTS;
const WIDTHS = [390, 768, 1440] as const;
const THEMES = ["light", "dark"] as const;

interface Shot {
  screen: Screen;
  width: Width;
  theme: (typeof THEMES)[number];
}

const folder = fileURLToPath(new URL("../../.cache/gallery/", import.meta.url));

/** Opens a screen and takes a screenshot, with animations stopped. */
async function take(browser: Browser, site: RunningSite, { screen, width, theme }: Shot): Promise<Buffer> {
  const context = await browser.newContext({
    viewport: { width, height: HEIGHTS[width] },
    colorScheme: theme,
    reducedMotion: "reduce",
    timezoneId: "America/New_York",
  });
  try {
    await context.addInitScript(() => localStorage.setItem("hasSeenPopup", "true"));
    if (screen.admin) await signInContext(context, site);
    const page = await context.newPage();
    await page.goto(site.origin + screen.path, { waitUntil: "load" });
    // Not "networkidle": the dashboard keeps a stream of events open.
    await page.waitForTimeout(800);
    await screen.arrange?.(page);
    await page.waitForTimeout(300);
    if (screen.whole) await seeAll(page);
    return await page.screenshot({ fullPage: screen.whole ?? false });
  } finally {
    await context.close();
  }
}

/** Scrolls through the page so that lazy images load. */
async function seeAll(page: Awaited<ReturnType<Browser["newPage"]>>): Promise<void> {
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = "eager";
    window.scrollTo({ top: 0, behavior: "instant" });
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
  });
}

/** Takes all screenshots of some screens. */
async function takeAll(browser: Browser, site: RunningSite, screens: readonly Screen[]): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const screen of screens)
    for (const width of WIDTHS)
      for (const theme of THEMES) {
        const picture = await take(browser, site, { screen, width, theme });
        await writeFile(`${folder}${screen.name}-${width}-${theme}.png`, picture);
      }
}

/** Takes the screenshots of docs/gallery.md, one window each. */
async function takeShown(browser: Browser, site: RunningSite): Promise<void> {
  for (const shown of SHOWN) {
    const screen = SCREENS.find(({ name }) => name === shown.name);
    if (!screen) throw new Error(`There is no screen ${shown.name}.`);
    const { whole: _whole, ...window } = screen;
    await saveShown(shown, await take(browser, site, { ...shown, screen: window }));
  }
}

/** Takes every email of docs/gallery.md. */
async function takeShownEmails(browser: Browser): Promise<void> {
  for (const [name, html] of await renderEmails())
    for (const shown of name === SHOWN_EMAIL.name ? [SHOWN_EMAILS, SHOWN_EMAIL] : [SHOWN_EMAILS]) {
      const { width, theme } = shown;
      const picture = await takeEmail(browser, { html, width, theme });
      await saveShown({ name: `mail-${name}`, width, theme }, picture);
    }
}

/** Starts the site and takes the requested screenshots. */
async function takeSite(browser: Browser): Promise<void> {
  const site = await startStage();
  try {
    if (what !== "docs")
      await takeAll(
        browser,
        site,
        SCREENS.filter(({ name }) => what === "all" || names.has(name)),
      );
    if (what === "docs" || what === "all") await takeShown(browser, site);
  } finally {
    await site.stop();
  }
}

const [what = "all", ...more] = process.argv.slice(2);
const names = new Set([what, ...more]);
const executablePath = process.env.CHROMIUM_PATH;
const browser = await chromium.launch({
  args: ["--no-sandbox"],
  ...(executablePath ? { executablePath } : {}),
});
try {
  if (what === "all" || what === "mails") await takeEmails(browser, folder);
  if (what === "all" || what === "mails" || what === "docs") await takeShownEmails(browser);
  if (what !== "mails") await takeSite(browser);
} finally {
  await browser.close();
}
