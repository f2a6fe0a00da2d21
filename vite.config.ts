import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import remixConfig from "./remix.config.js";

/** Small parts that nearly every page uses: one file of them is less to ask for and compresses better than twenty. */
const FRAME =
  /\/app\/(?:layout\/[^/]+|ui\/(?:button|container|form-status|line-icon|section-heading|use-hydrated)|content\/image|auth\/(?:account-menu|session-client)|submissions\/spam\/page-token)\.tsx?$/;

/** What changes only with a new version of the framework stays in the browser's cache when the site changes. */
const FRAMEWORK =
  /\/node_modules\/(?:react|react-dom|scheduler|@remix-run\/(?:react|router)|react-router|react-router-dom|turbo-stream)\//;

function chunkOf(id: string): string | undefined {
  if (FRAME.test(id)) return "frame";
  return FRAMEWORK.test(id) ? "framework" : undefined;
}

/** Packages that browser code imports, bundled once when `npm run dev` starts; React and Remix add their own. */
const browserPackages = [
  "@conform-to/react",
  "@portabletext/react",
  "@stripe/react-stripe-js",
  "@stripe/stripe-js/pure",
  "@visx/axis",
  "@visx/grid",
  "@visx/scale",
  "@visx/shape",
  "react-dom",
  "signature_pad",
  "tus-js-client",
];

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [tailwindcss(), remix(remixConfig)],
  server: { host: "127.0.0.1" },
  optimizeDeps: {
    // Discovered late, a package makes Vite bundle all of them anew under pages that run already: two Reacts in one page.
    noDiscovery: true,
    include: browserPackages,
  },
  build: {
    target: "es2022",
    rollupOptions: {
      ...(isSsrBuild ? {} : { output: { manualChunks: chunkOf } }),
      // Rollup cannot read zod's pure annotations and says so once per file; the output is right.
      onwarn(warning, warn) {
        if (warning.code !== "INVALID_ANNOTATION") warn(warning);
      },
    },
  },
}));
