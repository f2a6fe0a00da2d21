import { existsSync } from "node:fs";
import { join } from "node:path";
import { installFromDebian } from "./debian.mjs";
import { projectNode } from "./install.mjs";
import { root } from "./root.mjs";
import { run } from "./run.mjs";
import { heading, stopWith } from "./say.mjs";

/** Chromium without windows: the same engine, and the tests take two thirds of the processor's time that they take of the other. */
const SHELL = "/usr/bin/chromium-headless-shell";
const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** A browser for the tests: one that is there, else Debian's own, else Playwright's. Answers its path, or "" for Playwright's. */
export async function ensureChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given) return given;
  if (existsSync(SHELL)) return SHELL;
  heading("A browser for the browser tests");
  if (await installFromDebian("chromium-headless-shell")) return SHELL;
  const found = PLACES.find((path) => existsSync(path));
  if (found) return found;
  const { code } = await run(
    "playwright install chromium",
    projectNode(),
    [join(root, "node_modules/playwright/cli.js"), "install", "--with-deps", "--only-shell", "chromium"],
    { quiet: true },
  );
  if (code !== 0)
    stopWith(
      "No Chromium could be installed. Install one and name it: CHROMIUM_PATH=/path/to/chromium npm test",
    );
  return "";
}
