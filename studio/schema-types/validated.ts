import type { SanityClient } from "@sanity/client";
import { validateDocument, type SanityDocument } from "sanity";
import { compiledSchema as schema } from "./compiled.ts";

type Source = Parameters<typeof validateDocument>[0]["workspace"];
type Checked = Record<string, unknown> & { _id: string; _type: string };

/** For tests. Returns the path and message of every marker of a document by Sanity's own validation of the schema. */
export async function markersOf(client: SanityClient, document: Checked, level: "error" | "warning") {
  const markers = await validateDocument({
    document: document as SanityDocument,
    // All that validation needs of a workspace, without translations.
    workspace: { schema, getClient: () => client } as unknown as Source,
    // In other environments Sanity reports errors of pictures and slugs as warnings.
    environment: "studio",
    getDocumentExists: async ({ id }) => (await client.getDocument(id)) !== undefined,
  });
  return markers
    .filter((marker) => marker.level === level)
    .map(
      ({ path, message }) =>
        `${path.map((part) => (typeof part === "object" ? "[]" : part)).join(".")}: ${message}`,
    );
}
