import { realpathSync } from "node:fs";
import { posix } from "node:path";
import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, normalizePath, type Plugin } from "vite";
import type { DefaultTexts } from "./app/model/texts/texts.ts";
import remixConfig from "./remix.config.js";

/**
 * Modules, or folders of them, that nearly every page uses: one file of them is less to request and compresses better than
 * twenty. A path that does not exist stops the build.
 */
const frame = new Set(
  [
    "app/auth/account-menu.tsx",
    "app/auth/not-admin-notice.tsx",
    "app/auth/session-client.ts",
    "app/content/image.tsx",
    "app/forms/newsletter/footer-form.tsx",
    "app/forms/newsletter/newsletter-popup.tsx",
    "app/forms/newsletter/sign-up.ts",
    "app/site",
    "app/model/page-list.ts",
    "app/model/texts/account-menu.json",
    "app/model/texts/error-pages.json",
    "app/model/texts/not-admin.json",
    "app/model/texts/pages.json",
    "app/model/texts/sign-up.json",
    "app/pages/sections/closing.tsx",
    "app/platform/http/public-page.ts",
    "app/platform/http/route-client.ts",
    "app/submissions/spam/page-token.ts",
    "app/submissions/spam/spam-inputs.tsx",
    "app/ui/button.tsx",
    "app/ui/container.tsx",
    "app/ui/form-status.tsx",
    "app/ui/lazy-module.ts",
    "app/ui/lazy-part.tsx",
    "app/ui/line-icon.tsx",
    "app/ui/missing-code.ts",
    "app/ui/report-error.ts",
    "app/ui/use-hydrated.ts",
  ].map((path) => normalizePath(realpathSync(path))),
);

/** Loaded by editors alone. */
const notFrame = new Set(
  ["app/site/preview-bar.tsx", "app/site/preview-overlay.tsx"].map((path) =>
    normalizePath(realpathSync(path)),
  ),
);

/** Vite's own helper of dynamic imports. */
const PRELOAD_HELPER = "\0vite/preload-helper.js";

/** Leaves out what the helper preloads: scripts are not (`modulePreload`), and all styles are one sheet of every page. */
const importsAlone: Plugin = {
  name: "imports-alone",
  enforce: "pre",
  load: (id) => (id === PRELOAD_HELPER ? "export const __vitePreload = (load) => load();" : null),
};

/** What changes only with a new version of the framework stays in the browser's cache when the site changes. */
const FRAMEWORK =
  /\/node_modules\/(?:react|react-dom|scheduler|@remix-run\/(?:react|router)|react-router|react-router-dom|turbo-stream)\//;

/** Words by which blockers know files that are not ours (EasyList, EasyPrivacy, Fanboy's lists). */
const BLOCKED = /analytics|\bads?\b|advert|banner|consent|cookie|popup|pop-up|tracke?r?|\bgtag\b/i;

/** Returns the pattern of a chunk's file: the name of its module, unless blockers would refuse it. */
const chunkFile = ({ name }: { name: string }) =>
  `assets/${BLOCKED.test(name) ? "part" : "[name]"}-[hash].js`;

function chunkOf(id: string): string | undefined {
  const isScript = /\.(?:tsx?|json)$/.test(id) && !notFrame.has(id);
  if (id === PRELOAD_HELPER || (isScript && (frame.has(id) || frame.has(posix.dirname(id))))) return "frame";
  return FRAMEWORK.test(id) ? "framework" : undefined;
}

const TEXTS = normalizePath(realpathSync("app/model/texts"));

/** Leaves out of the texts what only the Studio reads: labels and lengths. A visitor's browser gets the words alone. */
const textsForBrowsers: Plugin = {
  name: "texts-for-browsers",
  enforce: "pre",
  transform(json, id, options) {
    if (options?.ssr || posix.dirname(id) !== TEXTS || !id.endsWith(".json")) return null;
    const { type, texts } = JSON.parse(json) as DefaultTexts;
    const words = Object.entries(texts).map(([name, { text }]) => [name, { text }]);
    return { code: JSON.stringify({ type, texts: Object.fromEntries(words) }), map: null };
  },
};

/** Packages that browser code imports, bundled once when `npm run dev` starts; React and Remix add their own. */
const browserPackages = [
  "@conform-to/react",
  "@portabletext/react",
  "@stripe/react-stripe-js",
  "@stripe/stripe-js/pure",
  "libphonenumber-js/min",
  "react-dom",
  "signature_pad",
  "tus-js-client",
];

/** Packages of hundreds of modules: bundled into the server's build they take 0.3 s of CPU time less at its start. */
const BUNDLED = [/^stripe$/, /^jose$/];

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [tailwindcss(), textsForBrowsers, importsAlone, remix(remixConfig)],
  server: { host: "127.0.0.1" },
  ...(command === "build" ? { ssr: { noExternal: BUNDLED } } : {}),
  optimizeDeps: {
    // Discovered late, a package makes Vite bundle all of them anew under pages that run already: two Reacts in one page.
    noDiscovery: true,
    include: browserPackages,
  },
  build: {
    target: "es2022",
    // Remix preloads what a page needs; what is loaded later would carry a list of its files in the chunk of every page.
    modulePreload: false,
    // Smaller than esbuild's output by 3.8 of 92 kB on the home page, compressed.
    ...(isSsrBuild ? {} : { minify: "terser" }),
    rollupOptions: {
      ...(isSsrBuild ? {} : { output: { manualChunks: chunkOf, chunkFileNames: chunkFile } }),
      // Rollup cannot read zod's pure annotations and says so once per file; the output is right.
      onwarn(warning, warn) {
        if (warning.code !== "INVALID_ANNOTATION") warn(warning);
      },
    },
  },
}));
