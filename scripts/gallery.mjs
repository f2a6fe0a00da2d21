import { join } from "node:path";
import { ensureSite } from "./lib/build.mjs";
import { ensureChromium } from "./lib/chromium.mjs";
import { ensureInstalled, projectNode } from "./lib/install.mjs";
import { root } from "./lib/root.mjs";
import { run } from "./lib/run.mjs";

// npm run gallery: every screen at three widths and every mail, light and dark, into .cache/gallery, to be looked at after a change
// of the look; and the pictures of docs/gallery.md. With names of screens (npm run gallery -- home login): only those;
// with "docs": only the pictures of docs/gallery.md;
// with "mails": only the mails, at two widths.
await ensureInstalled();
await ensureSite();
const CHROMIUM_PATH = await ensureChromium();
const { code } = await run(
  "gallery",
  projectNode(),
  [join(root, "dev/gallery/take.ts"), ...process.argv.slice(2)],
  {
    env: { CHROMIUM_PATH },
  },
);
process.exitCode = code;
