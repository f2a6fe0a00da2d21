import { join } from "node:path";
import { ensureBuilt } from "./lib/build.mjs";
import { ensureChromium, ensureInstalled, installPrograms, projectNode } from "./lib/install.mjs";
import { root, run } from "./lib/run.mjs";

// npm run gallery: takes screenshots of every screen at three widths and of every email, light and dark, into .cache/gallery, and
// those of docs/gallery.md. Arguments select some: names of screens (npm run gallery -- home login), `docs` for the screenshots
// of docs/gallery.md, `mails` for the emails.
await Promise.all([ensureInstalled(), installPrograms()]);
await ensureBuilt();
const CHROMIUM_PATH = await ensureChromium();
const args = [join(root, "dev/gallery/take.ts"), ...process.argv.slice(2)];
const { code } = await run("gallery", projectNode(), args, { env: { CHROMIUM_PATH } });
process.exitCode = code;
