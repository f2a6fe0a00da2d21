import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.mjs";

/** Quiet and alone: the tool asks nothing and calls nobody. */
export const sanityEnv = { DO_NOT_TRACK: "1", CI: "1" };

/** The Studio's command line, wherever npm put it. */
export function sanityCommand() {
  const hoisted = join(root, "node_modules/sanity/bin/sanity");
  return existsSync(hoisted) ? hoisted : join(root, "studio/node_modules/sanity/bin/sanity");
}

/** What the Studio is built with, or run with by `npm run dev`: hosted Sanity when the environment names a project, else the lake. */
export function studioEnv() {
  const project = process.env.SANITY_PROJECT_ID ?? "";
  return {
    ...sanityEnv,
    SANITY_STUDIO_PROJECT_ID: project,
    SANITY_STUDIO_DATASET: process.env.SANITY_DATASET || "production",
    SANITY_STUDIO_LAKE_URL: project ? "" : "/lake",
  };
}
