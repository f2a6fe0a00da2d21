import { visionTool } from "@sanity/vision";
import { lakeDocument, lakeStudio } from "lakelet/studio";
import { defineConfig } from "sanity";
import { structureTool } from "sanity/structure";
import { documentActions, documentBadges, newDocumentOptions, studioTools } from "./desk/resolvers.ts";
import { documentNode, structure } from "./desk/structure.ts";
import { API_VERSION } from "./model/api.ts";
import { isProtected } from "./model/kinds.ts";
import { readSiteName } from "./model/site-name.ts";
import { previewTool } from "./preview/preview-tool.ts";
import { schemaTypes } from "./schema-types/index.ts";

const env = import.meta.env as unknown as Record<string, string | undefined>;

/** Path of the site's content lake on the Studio's own origin; empty for hosted Sanity. */
const lake = env.SANITY_STUDIO_LAKE_URL ?? "/lake";
const origin = globalThis.location?.href ?? "http://localhost";
const apiHost = lake ? new URL(lake, origin).href.replace(/\/$/, "") : undefined;

export default defineConfig({
  ...(apiHost ? lakeStudio(apiHost) : {}),
  name: "default",
  title: await readSiteName(origin),
  projectId: env.SANITY_STUDIO_PROJECT_ID || "local",
  dataset: env.SANITY_STUDIO_DATASET || "production",
  plugins: [
    structureTool({ title: "Content", structure, defaultDocumentNode: documentNode }),
    // The site serves the Studio, so its pages are on the same origin.
    previewTool(new URL("/", origin).href),
    visionTool({ defaultApiVersion: API_VERSION }),
  ],
  tools: studioTools,
  schema: {
    types: schemaTypes,
    // Without a template nobody can create a second home page or a fake submission.
    templates: (templates) => templates.filter(({ schemaType }) => !isProtected(schemaType)),
  },
  document: {
    actions: documentActions,
    badges: documentBadges,
    newDocumentOptions,
    ...(apiHost ? lakeDocument : {}),
  },
});
