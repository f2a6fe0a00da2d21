import { createClient } from "@sanity/client";
import { visionTool } from "@sanity/vision";
import { defineConfig, type WorkspaceOptions } from "sanity";
import { structureTool } from "sanity/structure";
import { schemaTypes, singletons, submissions } from "./schema-types/index.ts";
import { structure } from "./structure.ts";

const env = import.meta.env as unknown as Record<string, string | undefined>;

/** Where the content lake of the site answers, on the Studio's own origin; empty for hosted Sanity. */
const lake = env.SANITY_STUDIO_LAKE_URL ?? "/lake";
const origin = globalThis.location?.href ?? "http://localhost";
const apiHost = lake ? new URL(lake, origin).href.replace(/\/$/, "") : undefined;
const off = { enabled: false };

/** What only the embedded lake needs: its address, its login, and the hosted features that it does not have switched off. */
const embedded: Partial<WorkspaceOptions> = apiHost
  ? {
      apiHost,
      unstable_clientFactory: (options) => createClient({ ...options, apiHost, useProjectHostname: false }),
      auth: {
        loginMethod: "cookie",
        redirectOnSingle: true,
        providers: [{ name: "local", title: "Sign in", url: `${apiHost}/auth/login` }],
      },
      releases: off,
      scheduledDrafts: off,
      scheduledPublishing: off,
      tasks: off,
      announcements: off,
      mediaLibrary: off,
      apps: { canvas: off },
      // The newer strategy asks text::query(), which groq-js does not know.
      search: { strategy: "groqLegacy" },
    }
  : {};

const keptWhole = new Set([...singletons, ...submissions, "pageIntro"]);

export default defineConfig({
  name: "default",
  title: "Harborlight",
  projectId: env.SANITY_STUDIO_PROJECT_ID || "local",
  dataset: env.SANITY_STUDIO_DATASET || "production",
  plugins: [structureTool({ structure }), visionTool({ defaultApiVersion: "2025-02-19" })],
  schema: {
    types: schemaTypes,
    templates: (templates) => templates.filter(({ schemaType }) => !keptWhole.has(schemaType)),
  },
  document: {
    // Singletons and submissions are neither made nor thrown away here.
    actions: (actions, { schemaType }) =>
      keptWhole.has(schemaType)
        ? actions.filter(({ action }) => action && !["delete", "duplicate", "unpublish"].includes(action))
        : actions,
  },
  ...embedded,
});
