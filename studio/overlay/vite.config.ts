import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const studio = fileURLToPath(new URL("..", import.meta.url));

// Bundles the preview's overlay into one file, with the Studio's React 19: dependencies are resolved from the Studio.
export default defineConfig({
  root: studio,
  base: "/studio/overlay/",
  publicDir: false,
  define: { "process.env.NODE_ENV": JSON.stringify("production") },
  resolve: { dedupe: ["react", "react-dom", "styled-components", "@sanity/ui", "@sanity/icons"] },
  build: {
    outDir: "dist/overlay",
    emptyOutDir: true,
    target: "es2022",
    chunkSizeWarningLimit: 2_000,
    rollupOptions: {
      onwarn(warning, warn) {
        if (warning.code !== "MODULE_LEVEL_DIRECTIVE") warn(warning); // "use client" has no effect here
      },
    },
    lib: {
      entry: "overlay/overlay.ts",
      formats: ["es"],
      fileName: () => "overlay.js",
      cssFileName: "overlay",
    },
  },
});
