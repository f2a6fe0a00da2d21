import { legalDocuments } from "./content/legal.ts";
import { pageDocuments } from "./content/pages.ts";
import { authorDocuments, postDocuments } from "./content/posts.ts";
import { projectDocuments } from "./content/projects.ts";
import { orderServices, pageServices } from "./content/services.ts";
import { settings } from "./content/settings.ts";
import { statisticDocuments, testimonialDocuments } from "./content/voices.ts";

/** Every document of the seed, in the order of the file. */
export const documents: Record<string, unknown>[] = [
  ...settings,
  ...pageDocuments,
  ...pageServices,
  ...orderServices,
  ...projectDocuments,
  ...testimonialDocuments,
  ...statisticDocuments,
  ...legalDocuments,
  ...authorDocuments,
  ...postDocuments,
];

/** The text of `data.ndjson`: one document a line, as `sanity dataset import` takes it. */
export function toNdjson(all: readonly Record<string, unknown>[] = documents): string {
  return all.map((document) => `${JSON.stringify(document)}\n`).join("");
}
