import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const studio = fileURLToPath(new URL("..", import.meta.url));

// One file for the site's preview, with the Studio's React 19. Everything it shares is resolved from the Studio's side.
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
        if (warning.code !== "MODULE_LEVEL_DIRECTIVE") warn(warning); // "use client" means nothing here
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
